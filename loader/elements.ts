import type { HostOptions } from '../shared/options.ts'
import { adoptCss, CHEVRON, createElement, createIcon } from './element.ts'
import { createCss } from './styles.ts'

const LINES = 'M4 7h16M4 12h16M4 17h10'

/** What is on the page from the start, and the iframe for later. Nothing is on the page yet. */
export function createElements(options: HostOptions) {
  const root = createElement('alcove-root', { role: 'complementary', 'aria-label': 'Chat' })
  const launcher = createElement(
    'button',
    { id: 'launcher', 'aria-haspopup': 'dialog', 'aria-controls': 'panel' },
    [createIcon(LINES, CHEVRON)],
  )
  const panel = createElement('div', { id: 'panel', role: 'dialog', 'aria-label': 'Chat' })
  const box = createElement('div', {}, [launcher, panel])
  const iframe = createElement('iframe', {
    title: 'Chat',
    // Without its own origin the frame would have no storage. It is never on the page's origin.
    sandbox:
      // oxlint-disable-next-line react/iframe-missing-sandbox
      'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads',
    allow: 'clipboard-write',
    referrerpolicy: 'no-referrer',
  }) as HTMLIFrameElement
  const shadow = root.attachShadow({ mode: 'open' })
  adoptCss(shadow, createCss(options))
  shadow.append(box)
  return [root, box, launcher, panel, iframe] as const
}
