// Ctrl/⌘K: every command and every document, by name.

import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import {
  Autocomplete,
  Collection,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
  Text,
} from 'react-aria-components';
import { type Host, toFailure, useHost } from '../api';
import { useDocuments } from '../state/documents';
import { addPaths, addSamples, cancelQueue } from '../state/queue';
import { navigate, reading, type Route } from '../state/router';
import { copyText } from '../state/session';
import { announce } from './announce';
import { SHORTCUTS } from './shortcuts';
import { count, FORMATS } from './words';

/** What may lie over the window, this palette included. */
export type Overlay = 'palette' | 'shortcuts' | 'regenerate';

interface Entry {
  id: string;
  label: string;
  note?: string;
  keys?: string;
  run: () => void;
}

interface PaletteProps {
  isOpen: boolean;
  close: () => void;
  open: (overlay: Overlay) => void;
  lock: () => void;
}

export function Palette(props: PaletteProps) {
  const { isOpen, close } = props;
  return (
    <ModalOverlay
      className="veil"
      isOpen={isOpen}
      isDismissable
      onOpenChange={(now) => !now && close()}
    >
      <Modal className="modal palette">
        <Dialog aria-label="Commands">
          <PaletteList {...props} />
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function PaletteList(props: PaletteProps) {
  const [typed, setTyped] = useState('');
  const commands = useCommands(props);
  const documents = useReadable();
  const asked = typedEntries(typed.trim(), useAddPath());
  const sections = [
    { name: 'Ask', entries: asked },
    { name: 'Commands', entries: fitting(commands, typed, commands.length) },
    { name: 'Documents', entries: fitting(documents, typed, typed.trim() === '' ? 5 : 15) },
  ].filter(({ entries }) => entries.length > 0);
  return (
    <Autocomplete inputValue={typed} onInputChange={setTyped}>
      <SearchField aria-label="Command, document or question" autoFocus className="palette-field">
        <Input placeholder="Command, document or question" />
      </SearchField>
      <Menu className="palette-list" aria-label="Matches" items={sections} autoFocus={false}>
        {(section) => (
          <MenuSection id={section.name}>
            <Header>{section.name}</Header>
            <Collection items={section.entries}>
              {(entry) => (
                <MenuItem
                  id={entry.id}
                  textValue={`${entry.label} ${entry.note ?? ''}`.trim()}
                  onAction={() => {
                    props.close();
                    entry.run();
                  }}
                >
                  <Text slot="label">
                    {entry.label}
                    {entry.note !== undefined && <small> {entry.note}</small>}
                  </Text>
                  {entry.keys !== undefined && <kbd>{entry.keys}</kbd>}
                </MenuItem>
              )}
            </Collection>
          </MenuSection>
        )}
      </Menu>
    </Autocomplete>
  );
}

function useCommands({ open, lock }: PaletteProps): Entry[] {
  const host = useHost();
  const client = useQueryClient();
  const go = (route: Route) => () => navigate(route);
  const library = go({ place: 'library' });
  const samples = () => {
    addSamples(host, client);
    library();
  };
  return [
    {
      id: 'search',
      label: 'Search',
      keys: SHORTCUTS.search.keys,
      run: go({ place: 'search', query: '', mode: 'hybrid', collection: null }),
    },
    { id: 'library', label: 'Library', keys: SHORTCUTS.library.keys, run: library },
    {
      id: 'palace',
      label: 'Palace',
      keys: SHORTCUTS.palace.keys,
      run: go({ place: 'palace' }),
    },
    {
      id: 'unsorted',
      label: 'Sort what is unsorted',
      run: go({ place: 'palace', wing: 'unsorted', room: 'unsorted' }),
    },
    {
      id: 'vocabulary',
      label: 'Vocabulary of the palace',
      run: go({ place: 'palace', show: 'vocabulary' }),
    },
    {
      id: 'review',
      label: 'Review',
      keys: SHORTCUTS.review.keys,
      run: go({ place: 'review' }),
    },
    {
      id: 'contradictions',
      label: 'Contradictions',
      keys: SHORTCUTS.contradictions.keys,
      run: go({ place: 'contradictions' }),
    },
    { id: 'agents', label: 'Agents', keys: SHORTCUTS.agents.keys, run: go({ place: 'agents' }) },
    { id: 'gaps', label: 'Gaps', keys: SHORTCUTS.gaps.keys, run: go({ place: 'gaps' }) },
    {
      id: 'summaries',
      label: 'Summaries',
      keys: SHORTCUTS.summaries.keys,
      run: go({ place: 'summaries' }),
    },
    { id: 'audit', label: 'Audit & export', run: go({ place: 'audit' }) },
    { id: 'memory', label: 'Memory', keys: SHORTCUTS.memory.keys, run: go({ place: 'memory' }) },
    {
      id: 'definitions',
      label: 'Definitions',
      keys: SHORTCUTS.definitions.keys,
      run: go({ place: 'definitions' }),
    },
    {
      id: 'conflicts',
      label: 'Conflicting definitions',
      run: go({ place: 'definitions', show: 'conflicts' }),
    },
    {
      id: 'citations',
      label: 'Citations',
      keys: SHORTCUTS.citations.keys,
      run: go({ place: 'citations' }),
    },
    { id: 'notes', label: 'Notes', keys: SHORTCUTS.notes.keys, run: go({ place: 'notes' }) },
    { id: 'certificates', label: 'Deletion certificates', run: go({ place: 'certificates' }) },
    { id: 'stale', label: 'Stale documents', run: go({ place: 'library', show: 'stale' }) },
    {
      id: 'refused',
      label: 'Refused and failed documents',
      run: go({ place: 'library', show: 'refused' }),
    },
    {
      id: 'folders',
      label: 'Watched folders',
      run: () => {
        library();
        window.setTimeout(() => document.getElementById('folders-title')?.focus());
      },
    },
    {
      id: 'look',
      label: 'Look at the watched folders now',
      run: () => void lookNow(host, client),
    },
    {
      id: 'regenerate',
      label: 'Regenerate a collection…',
      run: () => window.setTimeout(() => open('regenerate')),
    },
    { id: 'bibtex', label: 'Copy all citations as BibTeX', run: () => void copyCitations(host) },
    {
      id: 'settings',
      label: 'Settings: language model',
      keys: SHORTCUTS.settings.keys,
      run: go({ place: 'settings' }),
    },
    { id: 'samples', label: 'Add the sample documents', run: samples },
    { id: 'cancel', label: 'Stop adding files', run: () => cancelQueue(host) },
    {
      id: 'help',
      label: 'Shortcuts',
      keys: SHORTCUTS.help.keys,
      run: () => window.setTimeout(() => open('shortcuts')),
    },
    { id: 'lock', label: 'Lock', keys: SHORTCUTS.lock.keys, run: lock },
  ];
}

async function lookNow(host: Host, client: QueryClient): Promise<void> {
  try {
    client.setQueryData(['folders'], await host.call('watch_scan', {}));
    void client.invalidateQueries({ queryKey: ['documents'] });
    navigate({ place: 'library' });
    announce('The watched folders were looked at.');
  } catch (thrown) {
    announce(toFailure(thrown).message);
  }
}

async function copyCitations(host: Host): Promise<void> {
  try {
    const ask = { format: 'bibtex', document: null, passage: null } as const;
    const { entries, text } = await host.call('cite_export', ask);
    await copyText(text);
    announce(`${count(entries, 'entry', 'entries')} copied as BibTeX.`);
  } catch (thrown) {
    announce(toFailure(thrown).message);
  }
}

/** Documents that can be read, by title, format and name. */
function useReadable(): Entry[] {
  const list = useDocuments();
  return useMemo(
    () =>
      (list.data?.documents ?? [])
        .filter(({ state }) => state === 'indexed')
        .map(({ document_id: document, title, format, name }) => ({
          id: document,
          label: title,
          note: `${FORMATS[format]} · ${name}`,
          run: () => navigate(reading(document)),
        })),
    [list.data],
  );
}

/** The first entries that have what was typed, capitals and accents apart. */
function fitting(entries: readonly Entry[], typed: string, most: number): Entry[] {
  const wanted = bare(typed.trim());
  const found: Entry[] = [];
  for (const entry of entries) {
    if (found.length === most) break;
    if (bare(`${entry.label} ${entry.note ?? ''}`).includes(wanted)) found.push(entry);
  }
  return found;
}

function bare(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function useAddPath(): (path: string) => void {
  const host = useHost();
  const client = useQueryClient();
  return (path) => {
    addPaths(host, client, [path]);
    navigate({ place: 'library' });
  };
}

function typedEntries(typed: string, addPath: (path: string) => void): Entry[] {
  if (typed === '') return [];
  if (/^(\/|~\/|[A-Za-z]:[\\/])/.test(typed)) {
    return [
      { id: 'ask-add', label: `Add ${typed}`, note: 'file or folder', run: () => addPath(typed) },
    ];
  }
  const route: Route = { place: 'search', query: typed, mode: 'hybrid', collection: null };
  return [{ id: 'ask-search', label: `Search for “${typed}”`, run: () => navigate(route) }];
}
