/** Two letters, three letters, latitude and longitude of a place near the middle, whole degrees. */
const TABLE = `
AD AND 42 1|AE ARE 24 54|AF AFG 33 65|AG ATG 17 -61|AI AIA 18 -63|AL ALB 41 20|AM ARM 40 45|AO AGO -12 18
AR ARG -34 -64|AS ASM -14 -170|AT AUT 47 13|AU AUS -27 133|AW ABW 12 -69|AZ AZE 40 47|BA BIH 44 18|BB BRB 13 -59
BD BGD 24 90|BE BEL 50 4|BF BFA 13 -2|BG BGR 43 25|BH BHR 26 50|BI BDI -3 30|BJ BEN 9 2|BM BMU 32 -64
BN BRN 4 114|BO BOL -17 -65|BR BRA -10 -55|BS BHS 24 -76|BT BTN 27 90|BW BWA -22 24|BY BLR 53 28|BZ BLZ 17 -88
CA CAN 60 -95|CD COD 0 25|CF CAF 7 21|CG COG -1 15|CH CHE 47 8|CI CIV 8 -5|CK COK -21 -159|CL CHL -30 -71
CM CMR 6 12|CN CHN 35 105|CO COL 4 -72|CR CRI 10 -84|CU CUB 21 -80|CV CPV 16 -24|CW CUW 12 -69|CY CYP 35 33
CZ CZE 49 15|DE DEU 51 9|DJ DJI 11 43|DK DNK 56 10|DM DMA 15 -61|DO DOM 19 -70|DZ DZA 28 3|EC ECU -2 -77
EE EST 59 26|EG EGY 27 30|EH ESH 24 -13|ER ERI 15 39|ES ESP 40 -4|ET ETH 8 38|FI FIN 64 26|FJ FJI -18 175
FK FLK -51 -59|FM FSM 6 158|FO FRO 62 -7|FR FRA 46 2|GA GAB -1 11|GB GBR 54 -2|GD GRD 12 -61|GE GEO 42 43
GF GUF 4 -53|GG GGY 49 -2|GH GHA 8 -2|GI GIB 36 -5|GL GRL 72 -40|GM GMB 13 -16|GN GIN 11 -10|GP GLP 16 -61
GQ GNQ 2 10|GR GRC 39 22|GT GTM 15 -90|GU GUM 13 144|GW GNB 12 -15|GY GUY 5 -59|HK HKG 22 114|HN HND 15 -86
HR HRV 45 15|HT HTI 19 -72|HU HUN 47 20|ID IDN -5 120|IE IRL 53 -8|IL ISR 31 35|IM IMN 54 -4|IN IND 20 77
IQ IRQ 33 44|IR IRN 32 53|IS ISL 65 -18|IT ITA 42 12|JE JEY 49 -2|JM JAM 18 -77|JO JOR 31 36|JP JPN 36 138
KE KEN 1 38|KG KGZ 41 75|KH KHM 13 105|KI KIR 1 173|KM COM -12 44|KN KNA 17 -62|KP PRK 40 127|KR KOR 37 127
KW KWT 29 45|KY CYM 19 -80|KZ KAZ 48 68|LA LAO 18 105|LB LBN 33 35|LC LCA 13 -60|LI LIE 47 9|LK LKA 7 81
LR LBR 6 -9|LS LSO -29 28|LT LTU 56 24|LU LUX 49 6|LV LVA 57 25|LY LBY 25 17|MA MAR 32 -5|MC MCO 43 7
MD MDA 47 29|ME MNE 42 19|MG MDG -20 47|MH MHL 9 168|MK MKD 41 22|ML MLI 17 -4|MM MMR 22 98|MN MNG 46 105
MO MAC 22 113|MQ MTQ 14 -61|MR MRT 20 -12|MS MSR 16 -62|MT MLT 35 14|MU MUS -20 57|MV MDV 3 73|MW MWI -13 34
MX MEX 23 -102|MY MYS 2 112|MZ MOZ -18 35|NA NAM -22 17|NC NCL -21 165|NE NER 16 8|NG NGA 10 8|NI NIC 13 -85
NL NLD 52 5|NO NOR 62 10|NP NPL 28 84|NR NRU 0 166|NU NIU -19 -169|NZ NZL -41 174|OM OMN 21 57|PA PAN 9 -80
PE PER -10 -76|PF PYF -15 -140|PG PNG -6 147|PH PHL 13 122|PK PAK 30 70|PL POL 52 20|PR PRI 18 -66|PS PSE 31 35
PT PRT 39 -8|PW PLW 7 134|PY PRY -23 -58|QA QAT 25 51|RE REU -21 55|RO ROU 46 25|RS SRB 44 21|RU RUS 60 100
RW RWA -2 30|SA SAU 25 45|SB SLB -8 159|SC SYC -4 55|SD SDN 15 30|SE SWE 62 15|SG SGP 1 103|SI SVN 46 15
SK SVK 48 19|SL SLE 8 -11|SM SMR 43 12|SN SEN 14 -14|SO SOM 10 49|SR SUR 4 -56|SS SSD 8 30|ST STP 1 7
SV SLV 13 -88|SX SXM 18 -63|SY SYR 35 38|SZ SWZ -26 31|TC TCA 21 -71|TD TCD 15 19|TG TGO 8 1|TH THA 15 100
TJ TJK 39 71|TL TLS -8 125|TM TKM 40 60|TN TUN 34 9|TO TON -20 -175|TR TUR 39 35|TT TTO 11 -61|TV TUV -8 178
TW TWN 23 121|TZ TZA -6 35|UA UKR 49 32|UG UGA 1 32|US USA 38 -97|UY URY -33 -56|UZ UZB 41 64|VA VAT 41 12
VC VCT 13 -61|VE VEN 8 -66|VG VGB 18 -64|VI VIR 18 -64|VN VNM 16 106|VU VUT -16 167|WS WSM -13 -172|XK XKX 42 21
YE YEM 15 48|YT MYT -12 45|ZA ZAF -29 24|ZM ZMB -15 30|ZW ZWE -20 30
`

export interface Country {
  readonly cca2: string
  readonly cca3: string
  readonly name: string
  readonly latitude: number
  readonly longitude: number
}

let known: ReadonlyMap<string, Country> | null = null

/** A country by its code of two or three letters or by its English name, whatever the case; null when there is none. */
export function findCountry(text: string): Country | null {
  known ??= index()
  return known.get(text.trim().toUpperCase()) ?? null
}

function index(): ReadonlyMap<string, Country> {
  const names = new Intl.DisplayNames(['en'], { type: 'region' })
  const countries = TABLE.trim()
    .split(/[|\n]/)
    .map((line) => {
      const [cca2 = '', cca3 = '', latitude, longitude] = line.split(' ')
      return { cca2, cca3, name: names.of(cca2) ?? cca3, latitude: Number(latitude), longitude: Number(longitude) }
    })
  return new Map(
    countries.flatMap((country) =>
      [country.cca2, country.cca3, country.name.toUpperCase()].map((key) => [key, country] as const),
    ),
  )
}
