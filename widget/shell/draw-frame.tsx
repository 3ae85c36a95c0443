import { Provider } from 'jotai/react'
import type { Store } from 'jotai/vanilla'
import { flushSync } from 'react-dom'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { takeOverAtom, type EarlyInput } from '../composer/atoms/take-over.ts'
import { createAnnouncer } from '../ui/create-announcer.ts'
import { RedrawBoundary } from '../ui/redraw-boundary.tsx'
import { App, type AppProps } from './app.tsx'
import { ComposerRoot } from './composer-root.tsx'
import { findSlots } from './frame-slots.ts'
import { TextsProvider } from './texts-provider.tsx'

export interface DrawFrameOptions extends Pick<AppProps, 'onClose' | 'onUsable'> {
  /** Holds the elements of `early-document.tsx`. */
  readonly root: HTMLElement
  readonly store: Store
  /** Ends the work of the early script. Called once. */
  readonly takeOver: (field: HTMLTextAreaElement) => EarlyInput
}

/**
 * Takes the composer of the document over and draws the app around it. The field is taken over in one task: no key
 * comes between reading its text and the first drawing. Returns a function that removes everything.
 */
export function drawFrame({ root, store, takeOver, ...handlers }: DrawFrameOptions): () => void {
  const slots = findSlots(root)
  const announcer = createAnnouncer()
  const field = { current: slots.composer.querySelector('textarea') }
  if (field.current) store.set(takeOverAtom, takeOver(field.current))
  const composer = flushSync(() =>
    hydrateRoot(
      slots.composer,
      <ComposerRoot store={store} announcer={announcer} fieldRef={field} />,
    ),
  )
  const app = createRoot(slots.app)
  app.render(
    <Provider store={store}>
      <TextsProvider>
        <RedrawBoundary>
          <App slots={slots} field={field} announcer={announcer} {...handlers} />
        </RedrawBoundary>
      </TextsProvider>
    </Provider>,
  )
  return () => {
    app.unmount()
    composer.unmount()
  }
}
