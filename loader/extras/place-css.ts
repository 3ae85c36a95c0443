import type { HostOptions, PlaceOptions } from '../page-options.ts'
import BESIDE_CSS from './beside.css?inline'
import FULLPAGE_CSS from './fullpage.css?inline'
import INLINE_CSS from './inline.css?inline'
import SIDEBAR_CSS from './sidebar.css?inline'

type Mode = NonNullable<PlaceOptions['mode']>

const MODE_CSS: Readonly<Record<Mode, string>> = {
  popover: '',
  sidebar: SIDEBAR_CSS,
  inline: INLINE_CSS,
  fullpage: FULLPAGE_CSS,
}

/** State that the style sheet of a place depends on. */
export interface PlaceLook {
  readonly mode: Mode
  /** Pixels by which launcher and bubble move away from the edge. */
  readonly shift: number
  /** Elements of the page open the chat, so there is no launcher. */
  readonly hasOwnLaunchers: boolean
  /** A field of the page under the launcher has the focus. */
  readonly isLauncherInTheWay: boolean
}

/** The style sheet of a place. It comes after those of the first two files and takes precedence. */
export const createPlaceCss = (options: HostOptions, look: PlaceLook): string =>
  [
    BESIDE_CSS,
    createShiftCss(options, look),
    look.hasOwnLaunchers ? '#launcher { display: none; }' : '',
    look.mode === 'sidebar' ? createSidebarSideCss(options) : '',
    MODE_CSS[look.mode],
    look.isLauncherInTheWay ? '#launcher { visibility: hidden; }' : '',
  ].join('\n')

/** Moves the launcher away from the edge, and the bubble above or below it. */
function createShiftCss(
  { position, offsetX, offsetY, zIndex }: HostOptions,
  { mode, shift }: PlaceLook,
): string {
  const [edge, side] = position.split('-')
  const distance = Number(offsetY) + shift
  const edgeDistance = `max(${distance}px, env(safe-area-inset-${edge}))`
  const panelCss = `
    @media (min-width: 480.02px) and (min-height: 500.02px) {
      #panel { ${edge}: ${edgeDistance}; height: min(700px, 100% - ${84 + distance}px); }
    }`
  return `
    #launcher { ${edge}: ${edgeDistance}; }
    #notice:not(:empty) {
      z-index: ${zIndex};
      inset-inline-${side}: ${offsetX}px;
      ${edge}: calc(${edgeDistance} + 68px);
    }
    ${mode === 'popover' && shift > 0 ? panelCss : ''}`
}

/** The edge that a sidebar stands at and slides in from. */
function createSidebarSideCss({ position }: HostOptions): string {
  const isAtStart = position.endsWith('start')
  const [inline, slide] = isAtStart ? ['0 auto', '-24px'] : ['auto 0', '24px']
  return `#panel { --sidebar-inline: ${inline}; --sidebar-slide: ${slide}; }`
}
