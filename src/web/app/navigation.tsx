import {
  IconChartHistogram,
  IconDatabase,
  IconHelp,
  IconHome,
  IconLayoutDashboard,
  IconSearch,
  IconTable,
  IconTerminal2,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Kbd, Mark } from '../ui/marks.tsx'
import { Link, useLocation } from '../ui/router.tsx'
import { useText } from '../ui/text.ts'
import { useViewport } from '../ui/viewport.ts'
import type { Frame } from './frame.ts'
import { showOverlay } from './overlays.ts'
import { PATHS, PLACES, type Place, placeAt } from './places.ts'
import { UserMenu } from './user-menu.tsx'

const ICON: Readonly<Record<Place['id'], ReactNode>> = {
  home: <IconHome aria-hidden />,
  sql: <IconTerminal2 aria-hidden />,
  dashboards: <IconLayoutDashboard aria-hidden />,
  charts: <IconChartHistogram aria-hidden />,
  datasets: <IconTable aria-hidden />,
  databases: <IconDatabase aria-hidden />,
}
const ON_PHONE: readonly Place['id'][] = ['home', 'dashboards', 'charts']

/** Sidebar, rail or bottom bar, by the kind of screen and the width of the window. */
export function Navigation({ frame }: { frame: Frame }) {
  const viewport = useViewport()
  const places = PLACES.filter((place) => place.isOffered())
  if (viewport === 'phone') return <BottomBar places={places} />
  return frame === 'library' && viewport === 'wide' ? <Sidebar places={places} /> : <Rail places={places} />
}

function Sidebar({ places }: { places: readonly Place[] }) {
  const t = useText()
  return (
    <nav className="side" aria-label={t('Main')}>
      <Link to={PATHS.home} className="logo">
        <Mark />
        Sightline
      </Link>
      <div className="side-search">
        <button type="button" className="input soft" onClick={() => showOverlay('palette')}>
          <IconSearch className="s" aria-hidden />
          <span className="ph grow ell">{t('Search or jump to')}</span>
          <Kbd keys="Mod+K" />
        </button>
      </div>
      {places.map((place) => (
        <PlaceLink key={place.id} place={place} className="n">
          {t(place.label)}
        </PlaceLink>
      ))}
      <span className="grow" />
      <button type="button" className="n" onClick={() => showOverlay('shortcuts')}>
        <IconHelp aria-hidden />
        {t('Help and shortcuts')}
        <span className="end">
          <Kbd keys="?" />
        </span>
      </button>
      <div className="side-user">
        <UserMenu look="row" />
      </div>
    </nav>
  )
}

function Rail({ places }: { places: readonly Place[] }) {
  const t = useText()
  return (
    <nav className="rail" aria-label={t('Main')}>
      <Link to={PATHS.home} className="logo" aria-label="Sightline">
        <Mark />
      </Link>
      <button
        type="button"
        aria-label={t('Search or jump to')}
        data-tip={t('Search or jump to')}
        data-tip-keys="Mod+K"
        onClick={() => showOverlay('palette')}
      >
        <IconSearch className="l" aria-hidden />
      </button>
      {places.map((place) => (
        <PlaceLink key={place.id} place={place} tip={t(place.label)} />
      ))}
      <span className="grow" />
      <button
        type="button"
        aria-label={t('Help and shortcuts')}
        data-tip={t('Help and shortcuts')}
        data-tip-keys="?"
        onClick={() => showOverlay('shortcuts')}
      >
        <IconHelp className="l" aria-hidden />
      </button>
      <UserMenu look="icon" />
    </nav>
  )
}

function BottomBar({ places }: { places: readonly Place[] }) {
  const t = useText()
  return (
    <nav className="bottom-bar" aria-label={t('Main')}>
      {places
        .filter((place) => ON_PHONE.includes(place.id))
        .map((place) => (
          <PlaceLink key={place.id} place={place}>
            <span>{t(place.label)}</span>
          </PlaceLink>
        ))}
      <button type="button" onClick={() => showOverlay('palette')}>
        <IconSearch className="l" aria-hidden />
        <span>{t('Search')}</span>
      </button>
      <UserMenu look="tab" />
    </nav>
  )
}

interface PlaceLinkProps {
  place: Place
  className?: string
  tip?: string
  children?: ReactNode
}

function PlaceLink({ place, className, tip, children }: PlaceLinkProps) {
  const isHere = placeAt(useLocation().pathname)?.id === place.id
  return (
    <Link
      to={place.to}
      className={classNames(className, isHere && 'on')}
      aria-current={isHere ? 'page' : undefined}
      aria-label={tip}
      data-tip={tip}
    >
      {ICON[place.id]}
      {children}
    </Link>
  )
}
