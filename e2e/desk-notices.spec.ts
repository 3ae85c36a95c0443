import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { startSettingsWorld } from './desk-settings-world.ts'
import { startDeskWorld, type DeskWorld } from './desk-world.ts'
import { expect, test as base } from './fixtures.ts'
import { startMailServer } from './mail-server.ts'
import { scanAccessibility, scanInLightAndDark } from './scan-accessibility.ts'
import { signIn } from './sign-in.ts'

const test = base.extend<{ readonly world: DeskWorld }>({
  world: async ({ shared }, use) => use(await shared('a desk with figures', startDeskWorld)),
})

test('an owner adds a webhook by keys, keeps its secret, tests it and sends it again', async ({
  page,
  world,
}) => {
  const received: { readonly body: string; readonly headers: Record<string, string> }[] = []
  let status = 204
  const receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      received.push({ body, headers: request.headers as Record<string, string> })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`
  await signIn(page, world)
  await page.goto(`${world.url}/desk/default/notices`)

  await page.getByRole('button', { name: 'Add a webhook' }).press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Address' }).fill(url)
  await dialog.getByRole('checkbox', { name: 'Conversation started' }).press('Space')
  expect(await scanAccessibility(page, false)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Address' }).press('Enter')
  const secret = await dialog.getByText(/^whsec_/).innerText()
  expect(await scanAccessibility(page, false)).toEqual([])
  await page.keyboard.press('Escape')

  const hooks = page.getByRole('region', { name: 'Webhooks' })
  await expect(hooks.getByText(url, { exact: true })).toBeVisible()
  await expect(page.getByText(secret)).toHaveCount(0)
  await hooks.getByRole('button', { name: `Send a test to ${url}` }).press('Enter')
  await expect(hooks.getByText('The test was delivered.')).toBeVisible()
  expect(new Webhook(secret).verify(received[0]!.body, received[0]!.headers)).toMatchObject({
    type: 'test',
  })

  await hooks.getByRole('button', { name: 'Deliveries' }).press('Enter')
  await expect(hooks.getByRole('listitem').filter({ hasText: 'Delivered' }).last()).toBeVisible()
  status = 500
  await hooks.getByRole('button', { name: /^Send “Test” of .* again$/ }).press('Enter')
  await expect(hooks.getByText('The receiver answered with status 500.').first()).toBeVisible()
  expect(received[1]!.headers['webhook-id']).toBe(received[0]!.headers['webhook-id'])
  expect(await scanAccessibility(page, false)).toEqual([])

  await hooks.getByRole('button', { name: `New secret for ${url}` }).press('Enter')
  await dialog.getByRole('button', { name: 'Make it' }).press('Enter')
  await expect(dialog.getByText(/^whsec_/)).not.toHaveText(secret)
  await page.keyboard.press('Escape')
  await hooks.getByRole('button', { name: 'End the old secret' }).press('Enter')
  await dialog.getByRole('button', { name: 'End it' }).press('Enter')
  await expect(hooks.getByText('Two secrets sign.')).toHaveCount(0)
  await hooks.getByRole('button', { name: `Remove ${url}` }).press('Enter')
  await dialog.getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(hooks.getByText('No webhook yet')).toBeVisible()
  receiver.close()
})

test('a report is sent by mail on request, and the desk says what the mail server said', async ({
  page,
  model,
}) => {
  const mail = await startMailServer()
  const projects = ['default', 'other', 'third'] as const
  const config = `export default { projects: { default: {}, other: {}, third: {} } }`
  const world = await startSettingsWorld(model, config, {
    ALCOVE_SMTP_URL: mail.url,
    ALCOVE_SMTP_TLS: 'optional',
    ALCOVE_MAIL_FROM: 'Shop <assistant@shop.example>',
  })
  try {
    for (const id of projects.slice(1)) await world.operate('project', 'create', id)
    await page.goto(await world.makeLink())
    await expect(page.getByRole('heading', { level: 1, name: 'Home' })).toBeVisible()
    const send = page.getByRole('button', { name: 'Send me one now' })
    const sent = page.getByRole('list', { name: 'Mails' }).getByRole('listitem')
    // A person gets one such mail a minute in each project.
    const ask = async (project: (typeof projects)[number]) => {
      await page.goto(`${world.url}/desk/${project}/notices`)
      await send.press('Enter')
      await expect(sent).toHaveCount(1)
      await expect(sent).toContainText('ada@shop.example')
    }

    await ask('default')
    await expect(sent.getByText('Sent', { exact: true })).toBeVisible()
    expect(mail.mails).toHaveLength(1)
    expect(mail.mails[0]).toContain('To: ada@shop.example')
    await send.press('Enter')
    await expect(page.getByText('Wait a minute.', { exact: false })).toBeVisible()
    expect(await scanInLightAndDark(page, false)).toEqual([])

    mail.refuse('No such person')
    await ask('other')
    await expect(sent.getByText('Refused', { exact: true })).toBeVisible()
    await expect(sent).toContainText('The mail server refused it: 550 No such person')

    await mail.stop()
    await ask('third')
    await expect(sent.getByText('Given up', { exact: true })).toBeVisible()
    await expect(sent).toContainText(/The mail server did not answer: /)
    expect(await scanInLightAndDark(page, false)).toEqual([])
    expect(mail.mails).toHaveLength(1)
  } finally {
    await world.stop()
    await mail.stop()
  }
})
