import uPlot from 'uplot'

/** Sizes and colours of a chart, from the page's style sheet. */
export interface ChartLook {
  readonly width: number
  readonly height: number
  readonly bar: string
  readonly grid: string
  readonly text: string
  readonly font: string
  /** Pixels of a rem. */
  readonly rem: number
}

const TEXT_REM = 0.75
const BAR_SHARE = 0.7
const BAR_MAX_REM = 2
/** Room of one label of the axis of days. */
const LABEL_REM = 4.5
const AXIS_REM = 1.75
/** Room of one figure beside the chart, for each of its characters. */
const CHARACTER_REM = 0.5

/** @param height in rem. */
export function readLook(element: Element, height: number): ChartLook {
  const style = getComputedStyle(element)
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const color = (name: string) => style.getPropertyValue(name).trim()
  return {
    width: Math.floor(element.clientWidth),
    height: Math.round(height * rem),
    bar: color('--chart-bar'),
    grid: color('--hairline'),
    text: color('--text-muted'),
    font: `${Math.round(TEXT_REM * rem)}px ${style.fontFamily}`,
    rem,
  }
}

const STEPS_MAX = 4
const STEPS = [1, 2, 5, 10]

/** Round figures from zero to the first that no bar rises above. */
export function marksTo(max: number): readonly number[] {
  const least = (max <= 0 ? 1 : max) / STEPS_MAX
  const power = 10 ** Math.floor(Math.log10(least))
  const times = STEPS.find((each) => each * power >= least * (1 - Number.EPSILON)) ?? 10
  const step = Number((times * power).toPrecision(1))
  // Counts have no parts.
  const whole = Number.isInteger(max) && max > 0 ? Math.max(1, step) : step
  const count = Math.ceil((max <= 0 ? 1 : max) / whole - 1e-9)
  return Array.from({ length: count + 1 }, (_, index) => Number((index * whole).toPrecision(6)))
}

export interface DrawParts {
  readonly look: ChartLook
  /** True for texts from right to left: time runs the same way. */
  readonly isMirrored: boolean
  readonly labelOf: (index: number) => string
  readonly format: (value: number) => string
  /** Called with the index under the pointer. */
  readonly onPoint: (index: number | null) => void
}

/** Bars from zero, with a label for as many days as have room. */
export function drawOptions(parts: DrawParts): uPlot.Options {
  const { look, isMirrored, labelOf, format, onPoint } = parts
  const { rem, text, font, grid } = look
  const axis = { stroke: text, font, ticks: { show: false } }
  return {
    width: look.width,
    height: look.height,
    legend: { show: false },
    padding: [rem * TEXT_REM, rem * TEXT_REM, 0, rem * TEXT_REM],
    cursor: { y: false, drag: { x: false, y: false }, points: { show: false } },
    scales: {
      x: {
        time: false,
        dir: isMirrored ? -1 : 1,
        // Half a bar on both sides.
        range: (_, min, max) => [(min ?? 0) - 0.5, (max ?? 0) + 0.5],
      },
      y: { range: (_, _min, max) => [0, marksTo(max ?? 0).at(-1)!] },
    },
    axes: [
      {
        ...axis,
        size: AXIS_REM * rem,
        space: LABEL_REM * rem,
        grid: { show: false },
        incrs: [1, 2, 3, 7, 14, 28, 56],
        values: (_, splits) => splits.map(labelOf),
      },
      {
        ...axis,
        side: isMirrored ? 1 : 3,
        grid: { stroke: grid, width: 1 },
        size: (_, values) =>
          rem + CHARACTER_REM * rem * Math.max(1, ...(values ?? []).map((value) => value.length)),
        splits: (_self, _axis, _min, max) => [...marksTo(max)],
        values: (_, splits) => splits.map(format),
      },
    ],
    series: [
      {},
      {
        fill: look.bar,
        stroke: look.bar,
        width: 0,
        points: { show: false },
        paths: uPlot.paths.bars!({ size: [BAR_SHARE, BAR_MAX_REM * rem], radius: 0.2 }),
      },
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? null)] },
  }
}
