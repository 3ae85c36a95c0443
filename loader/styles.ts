import type { HostOptions } from '../shared/options.ts'

/**
 * What the launcher needs, and the bare panel until its own file has come, if ever. `all:initial` is
 * important, since on the host element the page's rules would win over ours otherwise. No line break is
 * part of it: each would be a byte.
 */
export const createCss = ({ zIndex, position }: HostOptions): string =>
  `:host{all:initial!important}\
.light{color-scheme:light;--accent:#0f6b5c;--on-accent:#fff;--canvas:#f7fbfa}\
.dark{color-scheme:dark;--accent:#6ebeac;--on-accent:#101010;--canvas:#101413}\
button{all:unset;display:grid;place-items:center;cursor:pointer;outline:1px solid transparent}\
button:focus-visible{outline:2px solid var(--accent);outline-offset:2px;box-shadow:0 0 0 6px var(--canvas)!important}\
svg{width:24px;fill:none;stroke:currentColor;stroke-width:2;stroke-linecap:round}\
#launcher,#panel{position:fixed;z-index:${zIndex};inset-inline-${position.slice(7)}:20px;bottom:max(20px,env(safe-area-inset-bottom));border-radius:20px;transition:.1s;box-shadow:0 8px 24px -6px #0814104d}\
#panel{visibility:hidden;width:min(400px,90vw);height:80vh;margin-bottom:68px;background:var(--canvas);color:CanvasText;font-family:sans-serif}\
.open #panel{visibility:visible}\
iframe{border:0}\
#note{position:absolute;inset:0;padding:20px;background:var(--canvas)}\
#note button{padding:12px 0;text-decoration:underline}\
#launcher{width:56px;height:56px;background:var(--accent);color:var(--on-accent)}\
path+path{opacity:0}\
@media print{div{display:none}}`
