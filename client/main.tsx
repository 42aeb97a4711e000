import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { App } from './app.tsx';
import { watchErrors } from './error-reports.ts';
import { startApp } from './lifecycle.ts';
import { watchOpened } from './notifications/opened.ts';
import { aroundNavigation } from './transition.ts';
import './styles.css';

watchErrors();
startApp();
watchOpened();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Router aroundNav={aroundNavigation}>
      <App />
    </Router>
  </StrictMode>,
);
