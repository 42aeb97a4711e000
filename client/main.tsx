import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { watchOpened } from './account/notifications/opened.ts';
import { App } from './app.tsx';
import { watchErrors } from './device/error-reports.ts';
import { startApp } from './device/lifecycle.ts';
import { aroundNavigation } from './ui/transition.ts';
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
