import type { HostOptions, PlaceOptions } from '../page-options.ts'

/** Where there is room for a panel beside the page: everywhere else it is a sheet. */
const BESIDE = '@media (min-width: 480.02px) and (min-height: 500.02px)'

/** For every place: a chat that an address hides. */
export const ANYWHERE_CSS = ':host([data-hidden]) { display: none !important; }'

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
:host([data-hidden]) { display: none !important; }
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
