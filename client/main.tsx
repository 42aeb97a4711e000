import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { watchOpened } from './account/notifications/opened.ts';
import { App } from './app.tsx';
import { reportError, watchErrors } from './device/error-reports.ts';
import { startApp } from './device/lifecycle.ts';
import { Boundary } from './ui/boundary.tsx';
import { aroundNavigation } from './ui/transition.ts';
import './styles.css';

watchErrors();
startApp();
watchOpened();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Router aroundNav={aroundNavigation}>
      {/* Around what is outside of screens, too: a toast or a dialog whose code did not come would leave an empty page. */}
      <Boundary report={(error) => reportError(error, 'screen')}>
        <App />
      </Boundary>
    </Router>
  </StrictMode>,
);
