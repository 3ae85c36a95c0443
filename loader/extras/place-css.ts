import type { HostOptions, PlaceOptions } from '../page-options.ts'

/** Where there is room for a panel beside the page: everywhere else it is a sheet. */
const BESIDE = '@media (min-width: 480.02px) and (min-height: 500.02px)'

/** For every place: a chat that an address hides. */
export const ANYWHERE_CSS = ':host([data-hidden]) { display: none !important; }'

/** Nearer to the middle by so many pixels, and the bubble above or below the launcher. */
export function createShiftCss(
  { position, offsetX, offsetY, zIndex }: HostOptions,
  mode: NonNullable<PlaceOptions['mode']>,
  shift: number,
): string {
  const [edge, side] = position.split('-')
  const distance = Number(offsetY) + shift
  const from = (px: number) =>
    `${edge}: calc(max(${distance}px, env(safe-area-inset-${edge})) + ${px}px);`
  const panel = `${BESIDE} { #panel { ${from(0)} height: min(700px, 100dvh - ${84 + distance}px); } }`
  return `
#launcher { ${from(0)} }
${mode === 'popover' && shift > 0 ? panel : ''}
#notice:not(:empty) {
  position: fixed; z-index: ${zIndex}; inset-inline-${side}: ${offsetX}px; ${from(68)}
  display: flex; flex-wrap: wrap; gap: 8px; box-sizing: border-box; width: max-content; max-width: min(300px, 90vw); padding: 12px 14px;
  border-radius: 16px; background: var(--surface); color: var(--text); box-shadow: 0 0 0 1px var(--hairline), var(--depth);
  font: 15px/22px system-ui, sans-serif; animation: appear .2s;
}
#notice .words { flex: 1; min-width: 0; justify-content: start; text-align: start; overflow-wrap: anywhere; border-radius: 4px; }
#notice .cross { width: 24px; height: 24px; margin-inline-end: -6px; border-radius: 8px; }
#notice .cross svg { width: 16px; }
#notice .offer { padding: 4px 12px; border-radius: 999px; box-shadow: inset 0 0 0 1px var(--control); font-size: 13px; }
@media (pointer: coarse) { #notice button { min-height: 44px; } #notice .cross { min-width: 44px; } }`
}

/** What a place changes of the panel's looks. It comes after the first two files' and wins over them. */
export function createPlaceCss(
  mode: NonNullable<PlaceOptions['mode']>,
  { position }: HostOptions,
  hasOwnLaunchers: boolean,
): string {
  const launcher = hasOwnLaunchers ? '#launcher { display: none; }' : ''
  if (mode === 'sidebar') return launcher + createSidebarCss(position.endsWith('start'))
  return launcher + (mode === 'inline' ? INLINE_CSS : mode === 'fullpage' ? FULL_CSS : '')
}

const createSidebarCss = (isAtStart: boolean) => `${BESIDE} {
  #panel {
    inset-block: 0; inset-inline: ${isAtStart ? '0 auto' : 'auto 0'}; margin: 0;
    width: min(420px, 90vw); height: 100dvh; border-radius: 0;
    translate: ${isAtStart ? '-24px' : '24px'}; scale: 1;
  }
  #panel:dir(rtl) { translate: ${isAtStart ? '24px' : '-24px'}; }
  #panel.wide { width: min(760px, 90vw); }
  .open #panel { translate: 0; }
  .open #launcher { visibility: hidden; }
}`

/** It scrolls with the page, under whatever the page puts over it. */
const INLINE_CSS = `
:host { display: block !important; position: relative !important; width: 100% !important; height: 100% !important; min-height: 280px !important; }
:host([data-tall]) { height: min(640px, 80dvh) !important; }
#launcher { display: none; }
#panel, .open #panel {
  position: absolute; inset: 0; z-index: auto; width: auto; max-width: none; height: auto; margin: 0;
  visibility: visible; opacity: 1; translate: 0; scale: 1; transition: none; scroll-padding: 0;
  border-radius: 16px; box-shadow: 0 0 0 1px var(--hairline);
}
#panel.wide { width: auto; }`

const FULL_CSS = `
#launcher { display: none; }
#panel, .open #panel {
  inset: 0; width: 100%; max-width: none; height: 100dvh; margin: 0;
  visibility: visible; opacity: 1; translate: 0; scale: 1; transition: none;
  border-radius: 0; box-shadow: none;
  scroll-padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);
}
#panel.wide { width: 100%; }`
