// Under which key the list of agents is kept.

export const AGENTS = ['agents'];
