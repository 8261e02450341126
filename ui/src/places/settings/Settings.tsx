// Settings: what the person turns on and off.

import { useQuery } from '@tanstack/react-query';
import { useHost } from '../../api';
import { Loaded } from '../../parts/Loaded';
import { Place } from '../../parts/Place';
import { Knowledge } from './Knowledge';
import { LanguageModel } from './LanguageModel';
import { Safety } from '../safety/Safety';
import { Scans } from './Scans';

export function Settings() {
  const host = useHost();
  const shown = useQuery({ queryKey: ['llm'], queryFn: () => host.call('llm_show', {}) });
  return (
    <Place title="Settings" ready={shown.isSuccess}>
      <Loaded query={shown} what="the settings">
        {(view) => <LanguageModel view={view} />}
      </Loaded>
      <Scans />
      <Knowledge />
      <Safety />
    </Place>
  );
}
