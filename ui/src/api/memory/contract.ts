// What all of the in-memory host answers by: its table, its refusals, and its day.

import type { Problem } from '../bindings';
import { type Answer, type Command, Failure, type Request } from '../host';

export type Answers = { [K in Command]: (request: Request<K>) => Answer<K> };

export const NOW = '2026-11-21T10:00:00Z';

export function fail(code: Problem['code'], message: string, hint: string): never {
  throw new Failure({ code, message, hint });
}
