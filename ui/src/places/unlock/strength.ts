// What can honestly be said about a passphrase from its length and variety alone.

export interface Strength {
  level: 'none' | 'weak' | 'fair' | 'good';
  words: string;
}

export function strengthOf(passphrase: string): Strength {
  const characters = [...passphrase];
  const different = new Set(characters).size;
  const parts = passphrase
    .trim()
    .split(/\s+/)
    .filter((part) => part.length > 2);
  if (characters.length === 0) {
    return {
      level: 'none',
      words: 'Five or more unrelated words are easy to keep and hard to guess.',
    };
  }
  if (characters.length < 12 || different < 6) {
    return { level: 'weak', words: 'Too short to resist guessing. Add words.' };
  }
  if (characters.length < 20 || new Set(parts).size < 4) {
    return { level: 'fair', words: 'Fair. A few more unrelated words would make it strong.' };
  }
  return {
    level: 'good',
    words: 'Long. Strong, unless it is a saying or a line that others know.',
  };
}

/** Seconds to wait after so many wrong tries in a row. */
export function delayAfter(wrongTries: number): number {
  return wrongTries <= 0 ? 0 : Math.min(30, 2 ** (wrongTries - 1));
}
