import { afterEach, expect, test } from 'vitest'
import { readCaseFile, readFileCases } from '../../scripts/file-cases.ts'
import type { UiMessage } from '../../shared/api/chat.ts'
import { toModelMessages } from '../models/to-model-messages.ts'
import {
  chatBody,
  createRunsWorld,
  readAll,
  type RunsWorld,
  type RunsWorldOptions,
} from '../testing/create-runs-world.ts'

type Part = UiMessage['parts'][number]

const worlds: RunsWorld[] = []
afterEach(async () => {
  for (const world of worlds.splice(0)) await world.close()
})

async function open(options: RunsWorldOptions = {}) {
  const world = await createRunsWorld(options)
  worlds.push(world)
  return world
}

/** Texts in the newest request to the model. */
const textsOf = ({ model }: RunsWorld): string[] =>
  toModelMessages(model.requests.at(-1)!.messages).flatMap(({ content }) =>
    typeof content === 'string'
      ? [content]
      : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])),
  )

const quoted = (filename: string, text: string) =>
  `<file name=${JSON.stringify(filename)}>\n${text}\n</file>`

const unreadable = (filename: string) =>
  `[The file “${filename}” is of a kind that cannot be read here.]`

const CASES = readFileCases()
  .filter(({ expected }) => expected.modelReads !== undefined)
  .map((each) => [each.id, each] as const)

test.each(CASES)('the model gets of %s what is in it', async (_, { expected, ...each }) => {
  const { file: filename, declaredType, fileTypes } = each
  const world = await open(fileTypes ? { fileTypes } : {})
  const upload = await world.upload(world.ada, readCaseFile(filename), {
    filename,
    contentType: declaredType,
  })
  expect(upload.response.status).toBe(200)
  const part: Part = { type: 'file', url: upload.publicUrl, mediaType: declaredType, filename }

  await readAll(await world.submit(chatBody('t', 'm1', [part])))

  const { modelReads = null } = expected
  expect(textsOf(world)).toEqual([
    modelReads === null ? unreadable(filename) : quoted(filename, modelReads),
  ])
})

test.each(CASES)(
  'the model gets it of %s inside of the call too',
  async (_, { expected, file }) => {
    const world = await open()
    const base64 = Buffer.from(readCaseFile(file)).toString('base64')
    const url = `data:application/octet-stream;base64,${base64}`
    const part: Part = { type: 'file', url, mediaType: '', filename: file }

    for (const saves of [true, false]) {
      await readAll(await world.submit(chatBody(`t-${saves}`, 'm1', [part]), { saves }))
      const { modelReads = null } = expected
      expect(textsOf(world)).toEqual([
        modelReads === null ? unreadable(file) : quoted(file, modelReads),
      ])
    }
  },
)

test('a project takes a file by its name where the system calls it otherwise, and no other', async () => {
  const world = await open({ fileTypes: ['text/csv'] })
  const upload = (filename: string) =>
    world.upload(world.ada, readCaseFile('report.csv'), {
      filename,
      contentType: 'application/vnd.ms-excel',
    })

  await expect(upload('report.xls')).rejects.toMatchObject({ code: 'unsupported_media_type' })
  expect((await upload('report.csv')).response.status).toBe(200)
})

test('refuses a data URL that calls other bytes a picture or a PDF', async () => {
  const world = await open()
  const part = (type: string, base64: string): Part => ({
    type: 'file',
    url: `data:${type};base64,${base64}`,
    mediaType: type,
    filename: 'a',
  })
  const notBase64 = 'notAPictureX'

  for (const saves of [true, false]) {
    const send = (id: string, each: Part) =>
      world.submit(chatBody(`t-${saves}`, id, [each]), { saves })
    for (const type of ['image/png', 'IMAGE/JPEG', 'application/pdf']) {
      await expect(send('m1', part(type, notBase64))).rejects.toMatchObject({
        code: 'file_rejected',
        message: `The data URL says ${type.toLowerCase()}, but its bytes are none; expected the whole file in base64.`,
      })
    }
    await expect(send('m1', part('image/png', 'not base64'))).rejects.toMatchObject({
      code: 'file_rejected',
      message: 'The file is not in base64; expected data:<type>;base64,<bytes>.',
    })
    await readAll(await send('m2', part('image/heic', notBase64)))
  }
  expect(await world.rows('t-true')).toHaveLength(2)
})
