import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import { h } from 'vue'
import { NotFound } from './not-found.ts'
import { SearchDialog } from './search-dialog.ts'
import './style.css'

export default {
  extends: DefaultTheme,
  Layout: () =>
    h(DefaultTheme.Layout, null, {
      'nav-bar-content-before': () => h(SearchDialog),
      'not-found': () => h(NotFound),
    }),
} satisfies Theme
