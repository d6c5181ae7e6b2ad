import type { ChartTokens } from './tokens.ts'

/** A bar at the right that scrolls rows of which so many fit, and the wheel of the mouse. */
export function rowScroll(fits: number, tokens: ChartTokens) {
  const shared = { yAxisIndex: 0, startValue: 0, endValue: fits - 1, zoomLock: true }
  return [
    {
      ...shared,
      type: 'slider',
      width: 6,
      right: 0,
      top: 2,
      bottom: 2,
      showDetail: false,
      showDataShadow: false,
      brushSelect: false,
      handleSize: 0,
      moveHandleSize: 0,
      borderColor: 'transparent',
      backgroundColor: 'transparent',
      fillerColor: tokens.mute,
    },
    { ...shared, type: 'inside', zoomOnMouseWheel: false, moveOnMouseMove: false, moveOnMouseWheel: true },
  ]
}
