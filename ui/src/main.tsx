// Starts the window.

import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { openHost } from './api';
import './style/index.css';

const root = document.getElementById('root');
if (root !== null) {
  const host = await openHost();
  createRoot(root).render(
    <StrictMode>
      <App host={host} />
    </StrictMode>,
  );
}
