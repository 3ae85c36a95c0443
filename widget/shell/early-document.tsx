import { Provider } from 'jotai/react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { EmptyState } from '../messages/log/thread-placeholder.tsx'
import { ComposerRoot, createBlankStore } from './composer-root.tsx'
import { Header } from './header/header.tsx'

// Runs in the build, and in tests.

const nothing = (): void => {}
const COMPOSER_SLOT = '<div class="slot" data-slot="composer">'

/**
 * The content of the frame's document before the app: the composer, which the app takes over, with the header and the
 * greeting, which it replaces. Made from the app's own components.
 */
export function renderEarlyDocument(): string {
  const store = createBlankStore()
  const composer = renderToString(
    <ComposerRoot store={store} announcer={null} fieldRef={{ current: null }} />,
  )
  const around = renderToStaticMarkup(
    <Provider store={store}>
      <div className="app" data-covered={false}>
        <div className="slot" data-slot="list" />
        {/* Not a banner: the host page has one. */}
        <main className="conversation">
          <div className="slot" data-slot="head">
            <div className="slot" data-early>
              <Header
                titleRef={{ current: null }}
                listToggleRef={{ current: null }}
                onClose={nothing}
              />
            </div>
          </div>
          <div className="main">
            <div className="slot" data-slot="log">
              <div className="thread" data-early data-state="top">
                <div className="log">
                  <div className="log-content">
                    <EmptyState />
                  </div>
                </div>
              </div>
            </div>
            <div className="slot" data-slot="composer" />
          </div>
        </main>
        <div className="slot" data-slot="beside" />
      </div>
      <div className="slot" data-slot="app" />
    </Provider>,
  )
  // Its marks for React are only in the text of a root of its own.
  return around.replace(COMPOSER_SLOT, () => COMPOSER_SLOT + composer)
}
