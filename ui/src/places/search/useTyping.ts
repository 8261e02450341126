// What is typed goes to the address after a pause; what the address says on Back goes to the field.

import { useEffect, useRef, useState } from 'react';

export const PAUSE_MS = 150;

export function useTyping(settled: string, settle: (typed: string) => void) {
  const [typed, setTyped] = useState(settled);
  const sent = useRef(settled);
  const current = useRef(settle);
  current.current = settle;

  useEffect(() => {
    if (settled === sent.current) return;
    sent.current = settled;
    setTyped(settled);
  }, [settled]);

  useEffect(() => {
    if (typed.trim() === sent.current) return;
    const timer = window.setTimeout(() => flush(typed), PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [typed]);

  const flush = (words: string) => {
    if (words.trim() === sent.current) return;
    sent.current = words.trim();
    current.current(words.trim());
  };
  return { typed, setTyped, flush: () => flush(typed) };
}
