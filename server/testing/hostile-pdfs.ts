import { deflateSync } from 'node:zlib'

const MIB = 1_048_576

/** A PDF of these objects, the first of them the catalog; readers find them without a table. */
export function pdfOf(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  for (const [index, object] of objects.entries()) {
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n'))
  }
  return Buffer.concat([...parts, Buffer.from(`trailer\n<< /Root 1 0 R ${trailer} >>\n%%EOF\n`)])
}

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const page = (rest = '', box = '[0 0 612 792]') =>
  `<< /Type /Page /Parent 2 0 R /MediaBox ${box} ${rest} >>`

export function streamOf(dictionary: string, data: Buffer): Buffer {
  const head = Buffer.from(`<< ${dictionary} /Length ${data.length} >>\nstream\n`)
  return Buffer.concat([head, data, Buffer.from('\nendstream')])
}

/** A page; `ops` paint it. */
export const pdfWithContent = (ops: string): Buffer =>
  pdfOf([CATALOG, PAGES, page('/Contents 4 0 R'), streamOf('', Buffer.from(ops))])

/** Pages of this size. */
export const pdfOfSize = (width: number, height: number): Buffer =>
  pdfOf([CATALOG, PAGES, page('', `[0 0 ${width} ${height}]`)])

/** This many pages that are all the same one: a few bytes each. */
export const pdfOfPages = (count: number): Buffer =>
  pdfOf([CATALOG, `<< /Type /Pages /Kids [${'3 0 R '.repeat(count)}] /Count ${count} >>`, page()])

/** Each level of ten pages refers to the next ten times: a hundred thousand pages in a kilobyte. */
function pageTreeBomb(): Buffer {
  const levels = [2, 3, 4, 5, 6].map(
    (number, depth) =>
      `<< /Type /Pages /Kids [${`${number + 1} 0 R `.repeat(10)}] /Count ${10 ** (5 - depth)} >>`,
  )
  return pdfOf([CATALOG, ...levels, page()])
}

function doubleFlate(): Buffer {
  const inner = deflateSync(Buffer.alloc(100 * MIB, ' '), { level: 9 })
  const data = deflateSync(inner, { level: 9 })
  const stream = streamOf('/Filter [/FlateDecode /FlateDecode]', data)
  return pdfOf([CATALOG, PAGES, page('/Contents 4 0 R'), stream])
}

const PAINT = streamOf('', Buffer.from('600 0 0 700 0 0 cm /I Do'))
const PAINTED_PAGE = page('/Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >>')

function imageOf(declared: string): Buffer {
  const data = deflateSync(Buffer.alloc(MIB), { level: 9 })
  const rest = '/ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode'
  return streamOf(`/Type /XObject ${declared} ${rest}`, data)
}

/** A page with one image, which the file declares like this. */
export const pdfWithImage = (declared: string): Buffer =>
  pdfOf([CATALOG, PAGES, PAINTED_PAGE, PAINT, imageOf(declared), '60000', '/Image'])

/** The same inside of a form. */
export function pdfWithImageInForm(declared: string): Buffer {
  const resources = '/Resources << /XObject << /I 6 0 R >> >>'
  const head = `/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${resources}`
  const form = streamOf(head, Buffer.from('9 0 0 9 0 0 cm /I Do'))
  return pdfOf([CATALOG, PAGES, PAINTED_PAGE, PAINT, form, imageOf(declared)])
}

/** A form that paints itself, ten times. */
function recursiveForm(): Buffer {
  const ops = Buffer.from('/F Do '.repeat(10))
  const resources = '/Resources << /XObject << /F 4 0 R >> >>'
  const form = streamOf(`/Type /XObject /Subtype /Form /BBox [0 0 9 9] ${resources}`, ops)
  return pdfOf([CATALOG, PAGES, page(`/Contents 5 0 R ${resources}`), form, streamOf('', ops)])
}

/** Forms that paint ten of the next: a billion in all. */
function formBomb(): Buffer {
  const first = 4
  const levels = 10
  const forms = Array.from({ length: levels }, (_, level) => {
    const next = `/Resources << /XObject << /F ${first + level + 1} 0 R >> >>`
    const ops = level === levels - 1 ? '0 0 9 9 re f' : '/F Do '.repeat(10)
    const head = `/Type /XObject /Subtype /Form /BBox [0 0 600 700] ${next}`
    return streamOf(head, Buffer.from(ops))
  })
  const content = streamOf('', Buffer.from('/F Do'))
  const rest = `/Contents ${first + levels} 0 R /Resources << /XObject << /F ${first} 0 R >> >>`
  return pdfOf([CATALOG, PAGES, page(rest), ...forms, content])
}

const encryption =
  '/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -44 ' +
  `/O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> >> /ID [<${'01'.repeat(16)}> <${'01'.repeat(16)}>]`

/** PDFs that make a converter work for ever, fill its memory, or crash. */
export const createHostilePdfs = (): readonly (readonly [name: string, pdf: Buffer])[] => [
  ['a hundred thousand pages', pdfOfPages(100_000)],
  ['a hundred thousand pages in a kilobyte', pageTreeBomb()],
  ['a hundred megabytes in a kilobyte', doubleFlate()],
  ['an image of 60,000 by 60,000', pdfWithImage('/Subtype /Image /Width 60000 /Height 60000')],
  ['a form that paints itself', recursiveForm()],
  ['a billion forms', formBomb()],
  [
    'pages that hold themselves',
    pdfOf([CATALOG, '<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 9 >>']),
  ],
  ['a catalog without pages', pdfOf(['<< /Type /Catalog >>'])],
  ['a password', pdfOf([CATALOG, PAGES, page()], encryption)],
  ['half of its bytes', pdfOfPages(3).subarray(0, 90)],
  ['nothing but a header', Buffer.from('%PDF-1.7\n')],
  ['no bytes', Buffer.alloc(0)],
  ['html', Buffer.from('<html><script>alert(1)</script></html>')],
  ['noise', Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(MIB, 0xa5)])],
  ['deep arrays', pdfOf([CATALOG, PAGES, page(`/X ${'['.repeat(200_000)}`)])],
  ['a million operators', pdfWithContent('q '.repeat(1_000_000))],
  ['a page that takes for ever', pdfWithContent('0 0 612 792 re f '.repeat(100_000))],
  ['a page of no size', pdfOfSize(0, 0)],
  ['a page of a negative size', pdfOfSize(-9, -9)],
  ['a page of an endless size', pdfOfSize(1e30, 1e30)],
  ['a page that is a line', pdfOfSize(1, 1_000_000)],
]
