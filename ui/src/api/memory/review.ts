// What the in-memory host answers about review, trust, gaps and what is learnt from use.

import type {
  ContradictionView,
  Gap,
  KnowledgeSettings,
  KnowledgeSettingsRequest,
  Learnt,
  Ruling,
  Trust,
} from '../bindings';
import { type Answers, fail, NOW } from './contract';
import type { House } from './house';
import { type KeptEdge, type KeptNode, reliabilityOf } from './kept';
import type { Knowledge } from './knowledge';
import { fitting } from './nodes';

export function reviewAnswers(host: House) {
  const known = host.knowledge;
  furnish(host);
  return {
    review_list: (asked) => {
      const all = fitting(known, { ...asked, state: 'proposed' }).sort(
        (a, b) => b.confidence - a.confidence,
      );
      return {
        items: all.slice(asked.offset, asked.offset + (asked.limit || 100)).map((node) => ({
          ...known.card(node),
          description: node.description,
          evidence: node.evidence[0] === undefined ? null : known.evidence(node.evidence[0]),
          ...proposerOf(host, node.node_id),
        })),
        total: all.length,
        recent: known.changes().slice(0, 20),
        threshold: known.settings.accept_from,
      };
    },
    review_act: ({ nodes, document, action }) => {
      const from = known
        .all()
        .filter(({ state, evidence }) => state === 'proposed' && evidence.some(stands(document)));
      const chosen = [...new Set([...nodes.map((id) => known.find(id)), ...from])];
      if (chosen.length === 0) fail('usage', 'No node was named.', 'Name one, or a document.');
      const what = chosen.length === 1 ? `“${chosen[0]?.name}”` : `${chosen.length} nodes`;
      const learnt = document === null ? [] : learnSource(host, document, action, chosen.length);
      return known.change(action, { detail: what, learnt }, () => {
        for (const node of chosen) {
          node.state = action === 'approve' ? 'accepted' : 'dismissed';
          if (action === 'approve') node.tier = 'researched';
          node.fixed = [...new Set([...node.fixed, 'state' as const])];
        }
        return chosen.map(({ node_id }) => node_id);
      });
    },
    review_undo: ({ change }) => known.undo(change),
    ...trustAnswers(host),
    ...gapAnswers(known),
    knowledge_settings: () => known.settings,
    knowledge_settings_change: (asked) => changeSettings(known, asked),
  } satisfies Partial<Answers>;
}

function proposerOf({ proposals }: House, node: string) {
  const found = proposals.find((one) => one.proposes === 'remember' && one.node === node);
  return { proposed_by: found?.agent_name ?? null, proposal: found?.proposal ?? null };
}

function stands(document: string | null) {
  return (evidence: { document: string | null }) =>
    document !== null && evidence.document === document;
}

/** A whole source dismissed lowers what its kind begins with; approved, it raises it. */
function learnSource(
  host: House,
  document: string,
  action: 'approve' | 'dismiss',
  nodes: number,
): string[] {
  const { settings } = host.knowledge;
  if (!settings.learns) return [];
  const what = `source ${host.find(document).view.name}`;
  const before = 0.5;
  const now = action === 'approve' ? 0.55 : 0.45;
  const because = `${nodes} ${action === 'approve' ? 'approved, 0 dismissed' : 'dismissed, 0 approved'}`;
  const learnt: Learnt = { what, before, now, because, at: NOW, active: true };
  settings.learnt = [learnt, ...settings.learnt.filter((old) => old.what !== what)];
  return [`${what}: ${before.toFixed(2)} → ${now.toFixed(2)}`];
}

function trustAnswers(host: House) {
  const known = host.knowledge;
  return {
    trust_show: ({ node }) => {
      const kept = known.find(node);
      const { node_id, name, trust } = kept;
      const view = known.view(kept);
      return {
        ...{ node_id, name, trust },
        reliability: reliabilityOf(trust),
        parts: trust.parts,
        overridden: trust.overridden !== null,
        contentious: trust.contentious,
        evidence: view.evidence,
        corroborated_by: sayTheSame(known, kept).map((other) => known.card(other)),
        contradictions: view.relations.filter(({ kind }) => kind === 'contradicts'),
        corrections: known.changesOf(node_id).filter(({ action }) => action === 'override'),
      };
    },
    trust_override: ({ node, reliability, reason }) => {
      if (reason.trim() === '') fail('usage', 'A correction needs a reason.', 'Say why.');
      if (!(reliability >= 0 && reliability <= 1))
        fail('usage', 'A score is from 0 to 1.', 'Give another.');
      const kept = known.find(node);
      const before = reliabilityOf(kept.trust);
      const detail = `reliability ${before.toFixed(2)} → ${reliability.toFixed(2)}`;
      const answer = known.change('override', { detail, reason }, () => {
        kept.trust.overridden = { reliability, reason, at: NOW, before };
        return [kept.node_id];
      });
      // only another correction takes it back
      answer.change.undoable = false;
      return answer;
    },
    trust_sweep: () => ({
      ...{ assessed: known.accepted().length, changed: 0, contradictions: 0 },
      ...{ by_model: 0, model_failures: 0, model_tokens: 0, waiting: 0, took_ms: 3 },
      warnings: [],
    }),
    trust_contradictions: ({ ruled, limit }) => {
      const all = known
        .links()
        .filter(({ kind }) => kind === 'contradicts')
        .sort(
          (a, b) =>
            Number(a.ruling !== null) - Number(b.ruling !== null) || b.confidence - a.confidence,
        );
      const open = all.filter(({ ruling }) => ruling === null).length;
      const shown = all.filter(({ ruling }) => ruled || ruling === null).slice(0, limit || 50);
      return { contradictions: shown.map((edge) => contradiction(known, edge)), open };
    },
    trust_rule: ({ edge, ruling, reason }) => {
      if (ruling === 'both' && reason.trim() === '')
        fail('usage', 'Both hold, but when?', 'Say under which conditions.');
      const kept = known.findEdge(edge);
      return known.change('rule', { detail: RULED[ruling], reason }, () => {
        kept.ruling = ruling;
        return [kept.from, kept.to];
      });
    },
  } satisfies Partial<Answers>;
}

const RULED: Record<Ruling, string> = {
  first: 'A holds',
  second: 'B holds',
  both: 'both hold, under different conditions',
  undecided: 'undecided',
};

function sayTheSame(known: Knowledge, node: KeptNode): KeptNode[] {
  const own = node.evidence.map(({ document }) => document);
  return known
    .accepted()
    .filter(
      ({ kind, evidence }) =>
        kind === node.kind && !evidence.some(({ document }) => own.includes(document)),
    )
    .slice(0, node.trust.corroborating);
}

function contradiction(known: Knowledge, edge: KeptEdge): ContradictionView {
  const [first, second] = [known.find(edge.from), known.find(edge.to)];
  const evidence = (node: KeptNode) => node.evidence.map((one) => known.evidence(one));
  return {
    edge: known.edge(edge),
    first: known.card(first),
    second: known.card(second),
    first_evidence: evidence(first),
    second_evidence: evidence(second),
    first_holds: first.validity.stated,
    second_holds: second.validity.stated,
    first_tier: first.trust.tier,
    second_tier: second.trust.tier,
  };
}

function gapAnswers(known: Knowledge) {
  return {
    gaps_list: ({ all }) => ({ gaps: known.gaps.filter(({ open }) => all || open) }),
    gaps_dismiss: ({ gap, snooze_days }) => {
      const found = known.gaps.find((one) => one.gap === gap);
      if (found === undefined) fail('not_found', 'No gap has that id.', 'Look at the list.');
      found.open = false;
      const until = Date.parse(NOW) + (snooze_days ?? 0) * 86_400_000;
      found.snoozed_until = snooze_days === null ? null : new Date(until).toISOString();
      return { gaps: known.gaps.filter(({ open }) => open) };
    },
  } satisfies Partial<Answers>;
}

function changeSettings(known: Knowledge, asked: KnowledgeSettingsRequest): KnowledgeSettings {
  const { settings } = known;
  const { accept_from, half_life_days, learns } = asked;
  if (accept_from !== null && accept_from < 0.5)
    fail('usage', 'The threshold is from 0.5 to 1.', 'Give another, or more than 1 for never.');
  if (half_life_days !== null && !(half_life_days >= 1 && half_life_days <= 3650))
    fail('usage', 'The half-life is from 1 to 3,650 days.', 'Give another.');
  settings.accept_from = accept_from ?? settings.accept_from;
  settings.half_life_days = half_life_days ?? settings.half_life_days;
  settings.learns = learns ?? settings.learns;
  const [what, active] = asked.switch ?? [null, false];
  settings.learnt = settings.learnt.map((one) => (one.what === what ? { ...one, active } : one));
  return settings;
}

/** What a full house has asked, learnt and been told before. */
function furnish({ knowledge, shelves }: House): void {
  if (shelves.length === 0) return;
  const near = (name: string) => {
    const node = [...knowledge.nodes.values()].find((one) => one.name === name);
    return node === undefined ? [] : [knowledge.card(node)];
  };
  const gap = (id: string, query: string, asked: number, over: Partial<Gap>): Gap => ({
    ...{ gap: id.repeat(16), query, asked, recent: asked },
    first_at: '2026-11-16T08:20:00Z',
    last_at: '2026-11-20T17:05:00Z',
    open: true,
    snoozed_until: null,
    nearest: [],
    ...over,
  });
  knowledge.gaps = [
    gap('a1', 'does caffeine after learning change recall', 5, {
      recent: 4,
      nearest: [...near('consolidation'), ...near('slow-wave sleep')],
    }),
    gap('b2', 'penalty for late delivery of restored boxes', 3, { nearest: near('Delivery Date') }),
    gap('c3', 'history of the reading room', 1, { open: false, recent: 1 }),
    gap('d4', 'price of conservation paper', 4, {
      ...{ open: false, recent: 0 },
      snoozed_until: '2026-12-12T10:00:00Z',
    }),
  ];
  knowledge.settings.learnt = [
    {
      what: 'threshold',
      before: 0.87,
      now: 0.85,
      because: '12 approved, 0 dismissed',
      at: '2026-11-20T08:00:00Z',
      active: true,
    },
  ];
  for (const node of knowledge.nodes.values()) if (node.trust.injected) alarm(node.trust);
}

/** Text that gives orders: its words are shown with what they cost. */
function alarm(trust: Trust): void {
  trust.signals = [
    ...trust.signals,
    { kind: 'bias', phrase: 'everyone knows' },
    { kind: 'alarming', phrase: 'urgent' },
  ];
  Object.assign(trust, { bias_signals: 1, alarming: true });
  Object.assign(trust.parts, { bias: -0.05, arousal: -0.1 });
}
