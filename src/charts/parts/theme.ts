import { type ChartTheme, FONT, tokensOf } from './tokens.ts'

/** The ECharts theme of the look; options of a chart say only what differs from it. */
export function echartsTheme(theme: ChartTheme) {
  const tokens = tokensOf(theme)
  return {
    color: tokens.cat,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: FONT, fontSize: 11, color: tokens.text2 },
    title: { show: false },
    line: {
      symbol: 'circle',
      symbolSize: 6,
      showSymbol: false,
      lineStyle: { width: 1.75, cap: 'round', join: 'round' },
      emphasis: { focus: 'series', lineStyle: { width: 2.25 } },
      blur: { lineStyle: { opacity: 0.25 } },
    },
    bar: { barMaxWidth: 28, barCategoryGap: '28%', blur: { itemStyle: { opacity: 0.3 } } },
    pie: { itemStyle: { borderColor: tokens.surface, borderWidth: 1.5 } },
    dataZoom: {
      borderColor: 'transparent',
      backgroundColor: tokens.band,
      fillerColor: 'transparent',
      handleStyle: { color: tokens.surface, borderColor: tokens.accent },
      textStyle: { color: tokens.label, fontSize: 11 },
    },
    animationDuration: 220,
    animationDurationUpdate: 220,
    animationEasing: 'cubicOut',
    animationEasingUpdate: 'cubicOut',
  }
}
