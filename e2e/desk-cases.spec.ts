import type { Locator, Page } from '@playwright/test'
import { startSettingsWorld, type SettingsWorld } from './desk-settings-world.ts'
import { expect, test as base } from './fixtures.ts'
import { scanAccessibility, scanInLightAndDark } from './scan-accessibility.ts'
import { signIn } from './sign-in.ts'

/** Tools that read and that write, and a project that publishes only what passes. */
const CONFIG = `
const tool = (name, scope) => ({
  name, scope, description: 'For orders', parameters: { type: 'object' },
  execute: () => name + ' ran',
})
export default { projects: {
  default: { assistants: { default: { tools: [tool('find_order', 'read'), tool('cancel_order', 'write')] } } },
  strict: { cases: { required: true } },
} }
`

const test = base.extend<{ readonly world: SettingsWorld }>({
  world: async ({ shared, model }, use) =>
    use(
      await shared('a desk with cases', async () => {
        const world = await startSettingsWorld(model, CONFIG)
        await world.operate('project', 'create', 'strict')
        return world
      }),
    ),
})
/** The tests share cases and drafts, so they run in order. */
test.describe.configure({ mode: 'default' })
/** These journeys take minutes on a slow machine. */
test.beforeEach(() => test.slow())

test.beforeEach(({ page, world }) => signIn(page, world))

const openCases = (page: Page, world: SettingsWorld, search = '', project = 'default') =>
  page.goto(`${world.url}/desk/${project}/cases${search}`)
const title = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })
const caseRow = (page: Page, name: string): Locator =>
  page
    .getByRole('list', { name: 'Cases and their results' })
    .getByRole('listitem')
    .filter({ hasText: name })
const ended = (page: Page) => page.getByText('Done', { exact: true })

/** Writes a case by hand: its name, its question, and a statement of the answer. */
async function writeCase(page: Page, name: string, question: string, fact: string): Promise<void> {
  await page.getByRole('button', { name: 'Write a case' }).press('Enter')
  await expect(title(page, 'New case')).toBeFocused()
  await field(page, 'Name').fill(name)
  await field(page, 'Text of turn 1').fill(question)
  await field(page, 'Says').fill(fact)
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(title(page, name)).toBeFocused()
}

async function saveInstructions(page: Page, world: SettingsWorld, text: string, project: string) {
  await page.goto(`${world.url}/desk/${project}/settings?group=assistants`)
  await page.getByRole('textbox', { name: 'Instructions', exact: true }).fill(text)
  await expect(page.getByText('Saved in the draft, not live yet')).toBeVisible()
}

const importFile = async (page: Page, ...lines: readonly string[]) => {
  const dialog = page.getByRole('dialog', { name: 'Import cases' })
  await dialog.getByLabel('File (.jsonl)').setInputFiles({
    name: 'cases.jsonl',
    mimeType: 'application/x-ndjson',
    buffer: Buffer.from(lines.join('\n')),
  })
  await dialog.getByRole('button', { name: 'Import', exact: true }).press('Enter')
  return dialog
}

test('an editor writes a case, whose text survives a reload, and faults stand beside their fields', async ({
  page,
  world,
}) => {
  await openCases(page, world)
  await expect(page.getByText('No cases yet')).toBeVisible()
  await page.getByRole('button', { name: 'Write a case' }).press('Enter')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page.getByRole('alert')).toHaveText('2 fields need a look.')
  await expect(field(page, 'Name')).toBeFocused()
  await expect(field(page, 'Name')).toHaveAccessibleDescription(/Give it a name\.$/)
  await expect(field(page, 'Text of turn 1')).toHaveAccessibleDescription('Write what is said.')
  await field(page, 'Name').fill('Returns')
  await field(page, 'Text of turn 1').fill('May shoes go back?')
  await field(page, 'Data of the page (JSON)').fill('{ order: 7 }')
  await expect(field(page, 'Data of the page (JSON)')).toHaveAccessibleDescription(/no JSON/)

  await page.reload()
  await expect(field(page, 'Text of turn 1')).toHaveValue('May shoes go back?')
  await field(page, 'Data of the page (JSON)').fill('{ "order": 7 }')
  await field(page, 'Says').fill('40 days')
  await field(page, 'Does not say').fill('refund\nvoucher')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(title(page, 'Returns')).toBeFocused()
  await expect(page.getByText(/^Last change by ada@shop\.example/)).toBeVisible()

  await page.reload()
  await expect(field(page, 'Does not say')).toHaveValue('refund\nvoucher')
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled()
  const back = page.getByRole('main').getByRole('link', { name: 'Cases', exact: true })
  await back.press('Enter')
  await caseRow(page, 'Returns').getByRole('link').press('Enter')
  await back.press('Enter')
  await expect(caseRow(page, 'Returns').getByRole('link')).toBeFocused()
})

test('a file with a fault is not imported, and its lines are named; a good one is', async ({
  page,
  world,
}) => {
  await openCases(page, world)
  await page.getByRole('button', { name: 'Import…' }).press('Enter')
  const good = JSON.stringify({
    name: 'Cancel',
    turns: [
      { role: 'user', text: 'tool cancel_order {"order":7}; next; say Order 7 is cancelled.' },
    ],
    toolResults: { cancel_order: { ok: true } },
    expects: { tools: ['cancel_order'], maxCharacters: 200 },
  })
  const other = JSON.stringify({
    name: 'Find',
    turns: [{ role: 'user', text: 'tool find_order {}; next; say It is on the way.' }],
    expects: { facts: ['on the way'], tools: ['find_order'] },
  })
  const dialog = await importFile(page, good, '{"name":"Half"}', 'nothing')
  await expect(dialog.getByRole('alert')).toContainText('Line 2: turns is missing.')
  await expect(dialog.getByRole('alert')).toContainText('Line 3: It is no JSON.')
  expect(await scanAccessibility(page, false)).toEqual([])

  await importFile(page, good, other)
  await expect(dialog).toBeHidden()
  await expect(caseRow(page, 'Cancel')).toContainText('Draft: Not asked yet')
  await expect(caseRow(page, 'Half')).toHaveCount(0)

  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export' }).click()
  expect((await download).suggestedFilename()).toBe('cases.jsonl')
})

test('a run shows draft and live beside each other, and its answers with their reasons', async ({
  page,
  world,
  model,
}) => {
  model.teach('May shoes go back?', 'echo')
  await saveInstructions(page, world, 'Shoes go back within 40 days.', 'default')
  await openCases(page, world)
  await page.getByRole('spinbutton', { name: 'Times each' }).fill('21')
  await expect(page.getByText('From 1 to 20.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Run all (3 cases)' })).toBeDisabled()
  await page.getByRole('spinbutton', { name: 'Times each' }).fill('2')
  await expect(page.getByText('Asks for 12 answers.')).toBeVisible()
  await page.getByRole('button', { name: 'Run all (3 cases)' }).press('Enter')

  await expect(title(page, /^Run of /)).toBeFocused()
  await expect(ended(page)).toBeVisible()
  const figures = page.getByRole('table', { name: 'Figures of the run' })
  await expect(figures.getByRole('row', { name: /^Draft/ })).toContainText('3 of 3 passed')
  await expect(figures.getByRole('row', { name: /^Live/ })).toContainText('2 of 3 passed')
  const results = page.getByRole('table', { name: 'Results by case' }).getByRole('row')
  await expect(results.nth(1)).toContainText('Returns')
  await expect(results.nth(1)).toContainText('2 of 2 passed')
  await expect(results.nth(1)).toContainText('0 of 2 passed')
  await page.getByRole('link', { name: 'Draft and live differ (1)' }).press('Enter')
  await expect(results).toHaveCount(2)

  await results.getByRole('link', { name: 'Returns' }).press('Enter')
  await expect(title(page, 'Returns')).toBeFocused()
  const [draft, live] = ['Draft', 'Live'].map((name) => page.getByRole('region', { name }))
  const checks = (side: Locator, words: string) =>
    side.getByRole('listitem').getByRole('listitem').filter({ hasText: words })
  await expect(checks(draft!, 'Says “40 days”')).toHaveText(Array(2).fill('Met: Says “40 days”'))
  await expect(checks(live!, 'Says “40 days”')).toHaveText(Array(2).fill('Not met: Says “40 days”'))
  await expect(checks(live!, '“refund”')).toHaveText(Array(2).fill('Met: Does not say “refund”'))
  expect(await scanInLightAndDark(page, false)).toEqual([])

  await page.getByRole('link', { name: /^Run of / }).press('Enter')
  await page.getByRole('link', { name: 'All (3)' }).press('Enter')
  await page.getByRole('link', { name: 'Cancel' }).press('Enter')
  const tool = page.getByRole('region', { name: 'Draft' }).getByRole('button', {
    name: 'cancel_order Only recorded',
  })
  await tool.first().press('Enter')
  await expect(page.getByText('{ "ok": true }')).toBeVisible()
  await page.goBack()
  await page.getByRole('link', { name: 'Find' }).press('Enter')
  await expect(page.getByRole('button', { name: 'find_order Ran' })).toHaveCount(4)

  await openCases(page, world, '?show=failed')
  await expect(caseRow(page, 'Returns')).toContainText('Draft: 2 of 2 passed')
  await expect(caseRow(page, 'Returns')).toContainText('Live: 0 of 2 passed')
  await expect(caseRow(page, 'Cancel')).toHaveCount(0)
})

test('a run in progress survives a reload, and can be stopped', async ({ page, world, model }) => {
  await openCases(page, world)
  await writeCase(page, 'Waits', 'hold cases-wait; say Done.', 'done')
  await page.getByRole('button', { name: 'Run this case' }).press('Enter')
  await expect(title(page, /^Run of /)).toBeVisible()
  await openCases(page, world)
  await expect(page.getByRole('progressbar', { name: 'Progress of the run' })).toBeVisible()
  await page.reload()
  await expect(page.getByText('0 of 2 answers')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Run all/ })).toBeHidden()
  await page.getByRole('button', { name: 'Stop the run' }).press('Enter')
  await expect(page.getByRole('progressbar')).toBeHidden()
  await expect(title(page, 'Cases')).toBeFocused()
  model.release('cases-wait')
  const newest = page.getByRole('list', { name: 'Newest runs' }).getByRole('listitem').first()
  await expect(newest).toContainText('Stopped')
  await newest.getByRole('link').press('Enter')
  await expect(page.getByText(/^A person stopped it/)).toBeVisible()

  await openCases(page, world)
  await caseRow(page, 'Waits').getByRole('link').click()
  await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(title(page, 'Cases')).toBeVisible()
  await expect(caseRow(page, 'Returns')).toBeVisible()
  await expect(caseRow(page, 'Waits')).toHaveCount(0)
})

test('a publish that cases hold back leads to them, and succeeds once they pass', async ({
  page,
  world,
}) => {
  await openCases(page, world, '', 'strict')
  await writeCase(page, 'Rule', 'echo', 'the rule')
  await saveInstructions(page, world, 'Follow the rule.', 'strict')
  const dialog = page.getByRole('dialog', { name: 'Publish the draft?' })
  const publish = async () => {
    await page
      .getByRole('button', { name: /^Publish \d/ })
      .first()
      .press('Enter')
    await dialog.getByRole('button', { name: 'Publish now' }).press('Enter')
  }
  await publish()
  await expect(dialog).toContainText('Run all cases on this draft first.')
  await dialog.getByRole('link', { name: 'Go to the cases' }).press('Enter')
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: 'Run all (1 case)' }).press('Enter')
  await expect(ended(page)).toBeVisible()
  await publish()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('Published as version 1')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Nothing to publish' })).toBeVisible()

  const notes = page.getByRole('region', { name: 'Figures of the run' })
  await expect(notes).toContainText('The draft was published since this run: version 1 is live.')
  await expect(notes.getByRole('row', { name: /^Live then/ })).toContainText('Failed')
  await notes.getByRole('button', { name: 'Ask live now (1 case)' }).press('Enter')
  await expect(ended(page)).toBeVisible()
  await expect(notes.getByRole('row', { name: /^Live/ })).toContainText('Passed')
})

test('an owner chooses a judge and a nightly run, and publishes both', async ({ page, world }) => {
  await openCases(page, world)
  await page.getByRole('link', { name: 'Nightly run and judge' }).click()
  const judge = page.getByRole('combobox', { name: 'Judging model' })
  const nightly = page.getByRole('combobox', { name: 'Ask all cases each night' })
  const tokens = page.getByRole('textbox', { name: 'Tokens of the judge, each day' })
  await expect(judge).toHaveValue('')
  await expect(nightly).toHaveValue('')
  await judge.selectOption('openai-compatible/any')
  await nightly.selectOption({ label: '10:00 PM UTC' })
  await tokens.fill('many')
  await expect(tokens).toHaveAccessibleDescription(/expected a positive whole number/)
  await tokens.fill('50000')
  await expect(tokens).not.toHaveAttribute('aria-invalid')
  await expect(page.getByText('Saved in the draft, not live yet')).toBeVisible()
  await page.getByRole('link', { name: /^Changes/ }).click()
  const changes = page.getByRole('list', { name: 'Changes of the draft' })
  await expect(changes).toContainText('Cases › Judging model')

  await page
    .getByRole('button', { name: /^Publish \d/ })
    .first()
    .press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Publish the draft?' })
  await dialog.getByRole('button', { name: 'Publish now' }).press('Enter')
  await expect(dialog).toBeHidden()
  await page.goto(`${world.url}/desk/default/settings?group=cases`)
  await expect(judge).toHaveValue('openai-compatible/any')
  await expect(nightly).toHaveValue('22')
  await expect(tokens).toHaveValue('50000')
  await expect(page.getByRole('button', { name: 'Nothing to publish' })).toBeVisible()
})

test('what the configuration says of cases is fixed, and the rest is not', async ({
  page,
  world,
}) => {
  await page.goto(`${world.url}/desk/strict/settings?group=cases`)
  const required = page.getByRole('group', { name: 'Publish only drafts that pass all cases' })
  await expect(required).toContainText('Yes')
  await expect(required).toContainText('alcove.config.ts, projects.strict.cases.required')
  await expect(page.getByRole('checkbox')).toHaveCount(0)
  await expect(page.getByRole('combobox', { name: 'Judging model' })).toBeEnabled()
})

/** Pixels by which the page is wider than its window. */
const excess = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const main = document.querySelector('main')
    return Math.max(0, (main?.scrollWidth ?? 0) - (main?.clientWidth ?? 0))
  })

/** Visits the list, a new case, a case, a run and its answers. */
async function visitAll(page: Page, world: SettingsWorld, look: (place: string) => Promise<void>) {
  const hrefOf = async (link: Locator) => (await link.getAttribute('href'))!.replace(/^.*\?/, '?')
  await openCases(page, world)
  const open = await hrefOf(page.locator('[data-case]').first())
  const run = await hrefOf(
    page.getByRole('list').getByRole('link').and(page.locator('[href*="run="]')).last(),
  )
  for (const place of ['', '?case=new', open, run, `${run}&${open.slice(1)}`]) {
    await openCases(page, world, place)
    await expect(page.getByRole('region').first()).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await look(place)
  }
}

test('each view of cases has no findings, in light and dark', async ({ page, world }) => {
  await visitAll(page, world, async (place) => {
    await page.emulateMedia({ colorScheme: 'light' })
    expect(await scanInLightAndDark(page, false), place).toEqual([])
  })
})

test('each view of cases fits a phone, with texts of twice the size and from right to left', async ({
  page,
  world,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => localStorage.setItem('alcove-desk-language', 'ar-XB'))
  await visitAll(page, world, async (place) => {
    expect(await excess(page), place).toBe(0)
    await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
    })
    expect(await excess(page), place).toBe(0)
    expect(await scanAccessibility(page, false), place).toEqual([])
  })
})
