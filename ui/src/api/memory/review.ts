// What the in-memory host answers about review, trust and gaps.

import type { MemoryHost } from './index';
import { refuse } from './knowledge';

const later = () => refuse('internal', 'The in-memory host cannot do that yet.', '');

export function reviewAnswers(_: MemoryHost) {
  return {
    trust_show: later,
    trust_override: later,
    trust_sweep: later,
    trust_contradictions: later,
    trust_rule: later,
    review_list: later,
    review_act: later,
    review_undo: later,
    gaps_list: later,
    gaps_dismiss: later,
    knowledge_settings: later,
    knowledge_settings_change: later,
  };
}
