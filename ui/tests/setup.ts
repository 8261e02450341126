// What jsdom lacks and the UI uses.

import { cleanup } from '@testing-library/react';
import { afterEach } from 'vitest';

class Observer {
  observe() {}
  unobserve() {}
  disconnect() {}
}

Object.assign(globalThis, {
  ResizeObserver: Observer,
  IntersectionObserver: Observer,
  CSS: { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') },
});
// axe asks for it; nothing is drawn here.
HTMLCanvasElement.prototype.getContext = () => null;
Object.assign(Element.prototype, { scrollIntoView() {}, scrollTo() {} });

afterEach(cleanup);
