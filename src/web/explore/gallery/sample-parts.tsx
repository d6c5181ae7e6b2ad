import styles from './gallery.module.css'

/** Lines of a value axis. */
export const grid = [16, 36, 56].map((y) => <path key={y} className={styles.grid} d={`M4 ${y}H116`} />)
/** The line below the marks. */
export const axis = <path className={styles.axis} d="M4 76H116" />
/** Values of bars and cells. */
export const HEIGHTS = [34, 46, 58, 30, 50, 64, 42, 54]
