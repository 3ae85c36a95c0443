import { afterEach, expect, test } from 'vitest'
import { readCaseFile, readFileCases } from '../../scripts/file-cases.ts'
import type { UiMessage } from '../../shared/wire/chat.ts'
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

/** The texts that the model is sent with the newest call. */
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
