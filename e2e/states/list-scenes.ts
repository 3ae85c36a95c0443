import { expect } from '@playwright/test'
import { conversations } from './scene-threads.ts'
import type { Scene, Stage } from './screen-state.ts'

const listed = (byHand: string, act?: (stage: Stage) => Promise<void>): Scene => ({
  threads: conversations,
  byHand: `Open the list of conversations. ${byHand}`.trim(),
  async act(stage) {
    await expect(stage.chat.answer).toBeVisible()
    await stage.list.open()
    await expect(stage.list.row(stage.words.titles[1]!)).toBeVisible()
    await act?.(stage)
  },
})

export const grouped = listed('')

export const found = listed('Search for “tent”.', async ({ list, words }) => {
  await list.search.fill(words.sought)
  await expect(list.nav.getByText('1 conversation found')).toBeVisible()
})

export const noneFound = listed('Search for something that nobody said.', async ({ list }) => {
  await list.search.fill('submarine')
  await expect(list.nav.getByText('No conversations found')).toBeVisible()
})

const openMenu = async ({ list, chat, words }: Stage) => {
  await list.nav.getByRole('button', { name: `More for ${words.titles[2]}` }).click()
  await expect(chat.frame.getByRole('menu')).toBeVisible()
}

export const renamed = listed('Choose Rename.', async (stage) => {
  await stage.list.choose(stage.words.titles[2]!, 'Rename')
  await expect(
    stage.list.nav.getByRole('textbox', { name: 'Name of the conversation' }),
  ).toBeFocused()
})

export const rowMenu = listed('Open the menu of a row.', openMenu)

export const archived = listed('Choose Archive.', async ({ list, chat, words }) => {
  await list.choose(words.titles[2]!, 'Archive')
  await expect(chat.button('Undo')).toBeVisible()
})

export const deletion = listed('Choose Delete.', async ({ list, words }) => {
  await list.choose(words.titles[2]!, 'Delete')
  await expect(list.dialog).toBeVisible()
})
