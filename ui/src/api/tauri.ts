// The real window: one bridge command for the table, five of their own for streams, bytes and dialogs.

import { Channel, invoke } from '@tauri-apps/api/core';
import { listen } from '@tauri-apps/api/event';
import { getCurrentWebview } from '@tauri-apps/api/webview';
import type { IngestAnswer, IngestEvent } from './bindings';
import type { Answer, Command, FileDrop, Host, Progress, Request, Unsubscribe } from './host';
import { toFailure } from './host';

async function ask<T>(command: string, args: Record<string, unknown>): Promise<T> {
  try {
    return await invoke<T>(command, args);
  } catch (thrown) {
    throw toFailure(thrown);
  }
}

function channel(progress: Progress): Channel<IngestEvent> {
  const events = new Channel<IngestEvent>();
  events.onmessage = progress;
  return events;
}

/** Listening starts later than the call returns; a stop before that still stops it. */
function subscription(start: Promise<Unsubscribe>): Unsubscribe {
  let stopped = false;
  void start.then((stop) => {
    if (stopped) stop();
  });
  return () => {
    stopped = true;
    void start.then((stop) => stop());
  };
}

export function tauriHost(): Host {
  return {
    call<C extends Command>(command: C, request: Request<C>): Promise<Answer<C>> {
      return ask<Answer<C>>('call', { command, request });
    },
    ingest: (request, progress) =>
      ask<IngestAnswer>('ingest', { request, progress: channel(progress) }),
    ingestSamples: (progress) =>
      ask<IngestAnswer>('ingest_samples', { progress: channel(progress) }),
    async pagePicture(document, page, width) {
      const drawn = await ask<ArrayBuffer>('page_picture', { page: { document, page }, width });
      return new Blob([drawn], { type: 'image/png' });
    },
    pick: (what) => ask<string[]>('pick', { folder: what === 'folder' }),
    save: (name, text) => ask<string | null>('save', { name, text }),
    onLocked: (handler) => subscription(listen('loci://locked', () => handler())),
    onFileDrop: (handler) => subscription(listenForDrops(handler)),
  };
}

function listenForDrops(handler: (drop: FileDrop) => void): Promise<Unsubscribe> {
  return getCurrentWebview().onDragDropEvent(({ payload }) => {
    if (payload.type === 'enter') handler({ kind: 'enter', paths: payload.paths });
    else if (payload.type === 'drop') handler({ kind: 'drop', paths: payload.paths });
    else if (payload.type === 'leave') handler({ kind: 'leave' });
  });
}
