import './app/mantine.css';
import './app/font.css';
import './app/app.css';
import './app/controls.css';
import { setNonce } from 'get-nonce';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { z } from 'zod';
import { watchAttendance } from './api/attendance.ts';
import { App } from './app/app.tsx';
import { takeProviderAnswer } from './app/provider-answer.ts';
import { pageNonce } from './app/nonce.ts';
import { tellDocument } from './i18n/language.tsx';

// Zod would compile its checks with eval, which our content security policy forbids.
z.config({ jitless: true });
// Dialogs lock the page's scrolling by a style of their own.
setNonce(pageNonce());
tellDocument();
takeProviderAnswer();
watchAttendance(window);

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
