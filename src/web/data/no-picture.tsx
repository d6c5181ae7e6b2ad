import { IconLayoutDashboard } from '@tabler/icons-react'
import styles from './no-picture.module.css'

/** What stands in the preview of a dashboard that has nothing to draw. */
export const NoPicture = () => <IconLayoutDashboard className={styles.icon} aria-hidden />
