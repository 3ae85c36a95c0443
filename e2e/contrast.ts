const linear = (value: number) =>
  value <= 0.03928 * 255 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4

/** How much light a colour gives, 0 to 1, as WCAG 2 counts it. Each part 0 to 255. */
export const lightOf = (red: number, green: number, blue: number): number =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** WCAG's ratio of two lights, 1 to 21. */
export const contrastOf = (light: number, other: number): number =>
  (Math.max(light, other) + 0.05) / (Math.min(light, other) + 0.05)
