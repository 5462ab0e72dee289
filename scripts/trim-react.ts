import type { Plugin } from 'vite';
import { emptyFunctions } from './empty-functions.ts';

/**
 * Functions of React's DOM client that only serve what the store does not use. Their bodies go, and with them
 * whatever nobody else calls. Transitions between pages are the browser's own and are begun by React Router.
 */
export const unused = [
  // <ViewTransition>
  'trackEnterViewTransitions',
  'applyViewTransitionToHostInstances',
  'applyViewTransitionToHostInstancesRecursive',
  'restoreViewTransitionOnHostInstances',
  'commitAppearingPairViewTransitions',
  'commitEnterViewTransitions',
  'commitDeletedPairViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'restorePairedViewTransitions',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'measureViewTransitionHostInstancesRecursive',
  'measureNestedViewTransitions',
  'measureInstance',
  'getViewTransitionName',
  'getViewTransitionClassName',
  'applyViewTransitionName',
  'restoreViewTransitionName',
  'createViewTransitionInstance',
  'scheduleViewTransitionEvent',
  'startViewTransition',
  // <SuspenseList> and <Activity>
  'updateSuspenseListComponent',
  'initSuspenseListRenderState',
  'cutOffTailIfNeeded',
  'updateActivityComponent',
  'mountActivityChildren',
  'retryActivityComponentWithoutHydrating',
  // useActionState
  'mountActionState',
  'updateActionStateImpl',
  'rerenderActionState',
  'runActionStateAction',
  'dispatchActionState',
  'actionStateActionEffect',
  'handleActionReturnValue',
  // preload, preinit and preconnect of react-dom
  'preconnectAs',
  'preload',
  'preloadModule',
  'preinitScript',
  'preinitModuleScript',
  'preinitStyle',
] as const;

/** What may not be imported as long as its functions are missing; a test looks for it. */
export const withdrawn = {
  react: ['ViewTransition', 'SuspenseList', 'Activity', 'useActionState'],
  'react-dom': [
    'useFormState',
    'preconnect',
    'prefetchDNS',
    'preload',
    'preloadModule',
    'preinit',
    'preinitModule',
  ],
} as const;

const library = /[\\/]react-dom[\\/]cjs[\\/]react-dom-client\.production\.js$/;

/**
 * Vite plugin that takes the functions above out of the browser's copy of React DOM: five of its 54 compressed
 * kilobytes. It stops the build when the pinned version no longer has one of them.
 */
export function trimReact(): Plugin {
  return {
    name: 'souk-trim-react',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    transform(code, id) {
      if (!library.test(id)) return null;
      const bodies = Object.fromEntries(unused.map((name) => [name, '']));
      const { code: text, missing } = emptyFunctions(code, this.parse(code), bodies);
      if (missing.length > 0)
        this.error(`React DOM changed: it has no ${missing[0]}. See scripts/trim-react.ts.`);
      return { code: text, map: null };
    },
  };
}
