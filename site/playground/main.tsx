import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Option } from '../../scripts/reference/read-options.ts'
import { Playground } from './playground.tsx'
import './style.css'

/** Every option of the product, read from its types and tables (`site/vite.config.ts`). */
declare const ALCOVE_OPTIONS: readonly Option[]

const followScheme = (query: MediaQueryList | MediaQueryListEvent) => {
  document.documentElement.dataset['scheme'] = query.matches ? 'dark' : 'light'
}
const isDark = matchMedia('(prefers-color-scheme: dark)')
followScheme(isDark)
isDark.addEventListener('change', followScheme)

const origin = document.querySelector<HTMLMetaElement>('meta[name=alcove-origin]')!.content

createRoot(document.querySelector('#root')!).render(
  <StrictMode>
    <Playground options={ALCOVE_OPTIONS} origin={origin} />
  </StrictMode>,
)
