// Another node, found by name as one types.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ComboBox, Input, Label, ListBox, ListBoxItem, Popover, Text } from 'react-aria-components';
import type { NodeCard } from '../../api';
import { useHost } from '../../api';
import { KINDS, placeInWords } from '../../parts/knowing';
import { count } from '../../parts/words';
import { EVERY_NODE } from '../review/useQueue';

interface NodePickerProps {
  label: string;
  /** Not this one. */
  except: string;
  picked: (node: NodeCard | null) => void;
}

export function NodePicker({ label, except, picked }: NodePickerProps) {
  const host = useHost();
  const [typed, setTyped] = useState('');
  const query = typed.trim() === '' ? null : typed.trim();
  const found = useQuery({
    queryKey: ['nodes', 'picker', query],
    queryFn: () => host.call('node_list', { ...EVERY_NODE, query, offset: 0, limit: 30 }),
    placeholderData: keepPreviousData,
  });
  const items = (found.data?.nodes ?? [])
    .filter(({ node_id }) => node_id !== except)
    .map((node) => ({ id: node.node_id, node }));
  return (
    <ComboBox
      className="stacked"
      menuTrigger="focus"
      items={items}
      defaultFilter={() => true}
      allowsEmptyCollection
      inputValue={typed}
      onInputChange={(text) => {
        setTyped(text);
        picked(null);
      }}
      onSelectionChange={(key) => {
        const chosen = items.find(({ id }) => id === key);
        if (chosen === undefined) return;
        setTyped(chosen.node.name);
        picked(chosen.node);
      }}
    >
      <Label>{label}</Label>
      <Input autoFocus placeholder="Name" data-testid="node-picker" />
      <Popover className="options">
        <section aria-label={`${label}: choices`}>
          <ListBox renderEmptyState={() => <p className="option">No node is called so.</p>}>
            {({ id, node }: { id: string; node: NodeCard }) => (
              <ListBoxItem id={id} textValue={node.name} className="option">
                <Text slot="label">
                  {node.name}{' '}
                  <small>
                    {KINDS[node.kind]} · {placeInWords(node)} · {count(node.sources, 'source')}
                  </small>
                </Text>
              </ListBoxItem>
            )}
          </ListBox>
        </section>
      </Popover>
    </ComboBox>
  );
}
