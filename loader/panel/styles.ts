/** Where a panel for list and conversation fits, with the page still to be seen beside it. */
export const WIDE_QUERY = '(min-width:760px) and (min-height:501px)'

/** Where the panel becomes a full-screen sheet. */
export const SHEET_QUERY = '(max-width:480px),(max-height:500px)'

/**
 * The panel's looks, once somebody wants it. Only opacity and transforms move, and the focus can
 * enter at once: visibility has no transition when the panel opens. Outlines, unlike shadows, stay
 * in forced colours.
 */
export const PANEL_CSS = `
.light {
  --hairline: #dae1df; --text: #1a1f1e; --surface: #fff; --control: #838b89; --skeleton: #e6eeeb;
  --danger-bg: #ffeeec;
  --depth: 0 2px 4px rgb(8 20 16/.04), 0 12px 32px -8px rgb(8 20 16/.16), 0 32px 64px -24px rgb(8 20 16/.18);
}
.dark {
  --hairline: #303634; --text: #e8f1ee; --surface: #171a19; --control: #798380; --skeleton: #1f2624;
  --danger-bg: #3b1c1a;
  --depth: 0 24px 64px -16px rgb(0 0 0/.6);
}
#panel {
  width: 400px;
  height: min(700px, 100dvh - 104px);
  overflow: hidden;
  color: var(--text);
  background: var(--canvas);
  font: 15px/24px system-ui, sans-serif;
  box-shadow: 0 0 0 1px var(--hairline), var(--depth);
  outline: 1px solid transparent;
  opacity: 0;
  translate: 0 8px;
  scale: .98;
  transform-origin: 100% 100%;
  transition: visibility .14s, opacity .14s, translate .14s, scale .14s;
}
#panel:dir(rtl) { transform-origin: 0 100%; }
.open #panel {
  visibility: visible;
  opacity: 1;
  translate: 0;
  scale: 1;
  transition: opacity .2s, translate .2s, scale .2s;
  transition-timing-function: cubic-bezier(.2, .8, .2, 1);
}
#launcher { transition-property: translate, scale; }
#launcher:hover { translate: 0 -1px; }
#launcher:active { scale: .97; }
path { transition: opacity .12s; }
path+path { opacity: 0; }
[aria-expanded=true] path:first-child { opacity: 0; }
[aria-expanded=true] path+path { opacity: 1; }
.unread::after {
  content: "";
  position: absolute;
  inset-block-start: -4px;
  inset-inline-end: -4px;
  width: 12px;
  height: 12px;
  border-radius: 50%;
  border: 2px solid var(--canvas);
  background: var(--accent);
}
.unread:not([data-count=""])::after {
  content: attr(data-count);
  box-sizing: content-box;
  inset-block-start: -6px;
  inset-inline-end: -6px;
  width: auto;
  min-width: 20px;
  height: 20px;
  padding: 0 4px;
  color: var(--on-accent);
  font: 600 12px/20px system-ui, sans-serif;
  text-align: center;
  border-radius: 12px;
}
.answering::after {
  content: "";
  position: absolute;
  inset-block-start: -2px;
  inset-inline-end: -2px;
  width: 6px;
  height: 6px;
  border-radius: 50%;
  background: var(--canvas);
  border: 4px solid var(--accent);
  outline: 2px solid var(--canvas);
  animation: breathe 1.6s ease-in-out infinite;
}
@keyframes breathe { 50% { opacity: .35; } }
.news { position: fixed; clip-path: inset(50%); }
iframe, .shell { position: absolute; inset: 0; border: 0; width: 100%; height: 100%; }
.shell { display: flex; flex-direction: column; background: var(--canvas); }
.shell, .shell * { box-sizing: border-box; }
.bar { display: flex; align-items: center; height: 60px; padding-inline: 20px 12px; border-bottom: 1px solid var(--hairline); }
.bar i { width: 132px; height: 12px; border-radius: 6px; background: var(--skeleton); margin-inline-end: auto; }
.bar button { width: 36px; height: 36px; border-radius: 12px; }
.bar svg { width: 20px; }
.field { margin: auto 14px 36px; height: 82px; border: 1px solid var(--control); border-radius: 20px; background: var(--surface); }
.bar i, .field { animation: appear .16s .15s backwards; }
.slow { margin: 14px 20px 0; text-align: center; font-size: 13px; line-height: 18px; }
.card { margin: 20px 20px 0; padding: 14px 16px 16px; border-radius: 12px; background: var(--danger-bg); overflow-wrap: anywhere; font-size: 13px; line-height: 18px; }
.card b { display: block; font-size: 15px; line-height: 22px; }
.card p { margin: 4px 0; white-space: pre-line; }
.card code { display: block; margin: 8px 0 12px; font-family: monospace; }
.card button { display: inline-grid; height: 36px; padding: 0 14px; border: 1px solid var(--control); border-radius: 10px; background: var(--surface); font-weight: 500; }
@keyframes appear { from { opacity: 0; } }
@media (pointer:coarse) { .bar button, .card button { min-width: 44px; height: 44px; } }
@media ${WIDE_QUERY} { #panel.wide { width: 720px; } }
@media ${SHEET_QUERY} {
  #panel {
    inset: 0 0 auto; width: 100%; max-width: none; height: 100dvh; margin: 0;
    border-radius: 20px 20px 0 0;
    box-shadow: 0 0 0 100vmax rgb(8 20 16/.6);
    translate: 0 24px; scale: 1;
    scroll-padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);
  }
  .open #launcher { visibility: hidden; }
  .shell { padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left); }
}
@media (prefers-contrast: more) { [class] { --hairline: var(--control); } }
@media (prefers-reduced-motion) {
  *, ::after { translate: none!important; scale: none!important; animation: none!important; transition-duration: .1s!important; }
}
`
