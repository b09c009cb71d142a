import type { DemoGoodsLine } from '../demo-line.ts';

/** Electronics: `{}` in the attributes is the model. Every brand and model is invented. */
export const ELECTRONICS: DemoGoodsLine[] = [
  {
    brand: 'Tonewren',
    category: 'headphones',
    name: '{} over-ear headphones',
    origin: 'Vietnam',
    priceEur: 129,
    attributes: 'model={}, connector=usb_c, bluetooth=true, warranty_months=24',
    varieties:
      'Larkfold 2 [release_year=2022, weight_g=254, battery_mah=650, color=Graphite]; Larkfold 3 [release_year=2024, weight_g=241, battery_mah=720, color=Sand, price=179]; Quietbarn [release_year=2023, weight_g=287, battery_mah=800, color=Midnight blue, price=249]; Studio Reed [release_year=2021, weight_g=312, connector=jack_3_5mm, bluetooth=false, color=Black, price=159]',
  },
  {
    brand: 'Tonewren',
    category: 'earbuds',
    name: '{} wireless earbuds',
    origin: 'Vietnam',
    priceEur: 79,
    attributes: 'model={}, connector=usb_c, bluetooth=true, warranty_months=24',
    varieties:
      'Acornet [release_year=2022, weight_g=42, battery_mah=400, color=White]; Acornet Sport [release_year=2023, weight_g=46, battery_mah=480, color=Lime, price=99]; Acornet Max [release_year=2024, weight_g=51, battery_mah=560, color=Black, price=149]',
  },
  {
    brand: 'Tonewren',
    category: 'speakers',
    name: '{} portable speaker',
    origin: 'Vietnam',
    priceEur: 59,
    attributes: 'model={}, connector=usb_c, bluetooth=true, warranty_months=24',
    varieties:
      'Bramblet Mini [release_year=2022, weight_g=290, battery_mah=2200, power_w=6, color=Coral]; Bramblet [release_year=2023, weight_g=620, battery_mah=4800, power_w=20, color=Forest green, price=109]; Bramblet Café [release_year=2023, weight_g=1480, battery_mah=9600, power_w=45, color=Oak, price=229]',
  },
  {
    brand: 'Tonewren',
    category: 'soundbars',
    name: '{} soundbar',
    origin: 'China',
    priceEur: 199,
    attributes: 'model={}, connector=hdmi, bluetooth=true, color=Black, warranty_months=24',
    varieties:
      'Longhall 200 [release_year=2022, weight_g=2300, power_w=120]; Longhall 500 [release_year=2024, weight_g=3900, power_w=320, wifi=true, price=449]',
  },
  {
    brand: 'Plumetalon',
    category: 'phones',
    name: '{} smartphone',
    origin: 'South Korea',
    priceEur: 349,
    attributes: 'model={}, connector=usb_c, bluetooth=true, wifi=true, warranty_months=24',
    varieties:
      'Feathra 6 [release_year=2022, weight_g=178, screen_size_in=6.1, screen_resolution=2340 x 1080, memory_gb=6, storage_gb=128, battery_mah=4300, color=Slate]; Feathra 7 [release_year=2023, weight_g=181, screen_size_in=6.2, screen_resolution=2400 x 1080, memory_gb=8, storage_gb=128, battery_mah=4600, color=Ice blue, price=449]; Feathra 7 Pro [release_year=2023, weight_g=204, screen_size_in=6.7, screen_resolution=3120 x 1440, memory_gb=12, storage_gb=256, battery_mah=5000, color=Graphite, price=799]; Feathra 8 [release_year=2024, weight_g=176, screen_size_in=6.2, screen_resolution=2400 x 1080, memory_gb=8, storage_gb=256, battery_mah=4900, color=Moss, price=499]; Feathra Fold [release_year=2024, weight_g=239, screen_size_in=7.8, screen_resolution=2480 x 2200, memory_gb=16, storage_gb=512, battery_mah=4800, color=Copper, price=1499]',
  },
  {
    brand: 'Plumetalon',
    category: 'tablets',
    name: '{} tablet',
    origin: 'South Korea',
    priceEur: 299,
    attributes: 'model={}, connector=usb_c, bluetooth=true, wifi=true, warranty_months=24',
    varieties:
      'Slatewing 10 [release_year=2022, weight_g=465, screen_size_in=10.4, screen_resolution=2000 x 1200, memory_gb=6, storage_gb=128, battery_mah=7600, color=Grey]; Slatewing 12 Pro [release_year=2024, weight_g=558, screen_size_in=12.1, screen_resolution=2800 x 1840, memory_gb=12, storage_gb=256, battery_mah=10100, color=Silver, price=749]; Slatewing Kids [release_year=2023, weight_g=520, screen_size_in=8.7, screen_resolution=1340 x 800, memory_gb=4, storage_gb=64, battery_mah=5100, color=Yellow, price=179]',
  },
  {
    brand: 'Plumetalon',
    category: 'smartwatches',
    name: '{} smartwatch',
    origin: 'South Korea',
    priceEur: 179,
    attributes: 'model={}, connector=wireless, bluetooth=true, warranty_months=24',
    varieties:
      'Halotick 40 [release_year=2023, weight_g=29, screen_size_in=1.3, storage_gb=16, battery_mah=320, color=Rose]; Halotick 44 [release_year=2023, weight_g=34, screen_size_in=1.5, storage_gb=16, battery_mah=440, color=Black, price=199]; Halotick Trail [release_year=2024, weight_g=52, screen_size_in=1.4, storage_gb=32, battery_mah=610, color=Orange, price=329]',
  },
  {
    brand: 'Inkmarrow',
    category: 'e-readers',
    name: '{} e-reader',
    origin: 'China',
    priceEur: 119,
    attributes: 'model={}, connector=usb_c, wifi=true, warranty_months=24',
    varieties:
      'Foliole 6 [release_year=2022, weight_g=158, screen_size_in=6, screen_resolution=1448 x 1072, storage_gb=16, battery_mah=1500, color=Black]; Foliole 8 Colour [release_year=2024, weight_g=212, screen_size_in=7.8, screen_resolution=1872 x 1404, storage_gb=32, battery_mah=2300, color=White, price=229]',
  },
  {
    brand: 'Hexabrook',
    category: 'laptops',
    name: '{} laptop',
    origin: 'Taiwan',
    priceEur: 799,
    attributes: 'model={}, connector=usb_c, bluetooth=true, wifi=true, warranty_months=24',
    varieties:
      'Weir 13 [release_year=2023, weight_g=1180, screen_size_in=13.3, screen_resolution=1920 x 1200, memory_gb=16, storage_gb=512, power_w=65, color=Silver]; Weir 15 [release_year=2023, weight_g=1690, screen_size_in=15.6, screen_resolution=1920 x 1080, memory_gb=16, storage_gb=512, power_w=65, color=Silver, price=849]; Weir 14 Ultra [release_year=2024, weight_g=1090, screen_size_in=14, screen_resolution=2880 x 1800, memory_gb=32, storage_gb=1000, power_w=100, color=Midnight blue, price=1599]; Torrentine 16 [release_year=2024, weight_g=2350, screen_size_in=16, screen_resolution=2560 x 1600, memory_gb=32, storage_gb=2000, power_w=240, color=Black, price=2199]; Brooklet 11 [release_year=2022, weight_g=1120, screen_size_in=11.6, screen_resolution=1366 x 768, memory_gb=4, storage_gb=64, power_w=45, color=Grey, price=249]',
  },
  {
    brand: 'Hexabrook',
    category: 'desktops',
    name: '{} desktop computer',
    origin: 'Taiwan',
    priceEur: 649,
    attributes: 'model={}, connector=mains, bluetooth=true, wifi=true, color=Black, warranty_months=36',
    varieties:
      'Millstone Mini [release_year=2023, weight_g=980, memory_gb=16, storage_gb=512, power_w=90]; Millstone Tower [release_year=2022, weight_g=7400, memory_gb=32, storage_gb=1000, power_w=500, price=1099]',
  },
  {
    brand: 'Lumenquay',
    category: 'monitors',
    name: '{} monitor',
    origin: 'China',
    priceEur: 189,
    attributes: 'model={}, connector=displayport, color=Black, warranty_months=36',
    varieties:
      'Pane 24 [release_year=2022, weight_g=3600, screen_size_in=23.8, screen_resolution=1920 x 1080, power_w=22]; Pane 27 QHD [release_year=2023, weight_g=4900, screen_size_in=27, screen_resolution=2560 x 1440, power_w=34, price=279]; Pane 32 4K [release_year=2023, weight_g=7200, screen_size_in=31.5, screen_resolution=3840 x 2160, power_w=48, price=479]; Pane 34 Curve [release_year=2024, weight_g=8100, screen_size_in=34, screen_resolution=3440 x 1440, power_w=55, price=599]',
  },
  {
    brand: 'Lumenquay',
    category: 'televisions',
    name: '{} television',
    origin: 'Hungary',
    priceEur: 449,
    attributes: 'model={}, connector=hdmi, bluetooth=true, wifi=true, color=Black, warranty_months=24',
    varieties:
      'Skyquay 43 [release_year=2022, weight_g=9300, screen_size_in=43, screen_resolution=3840 x 2160, power_w=85]; Skyquay 55 [release_year=2023, weight_g=15200, screen_size_in=55, screen_resolution=3840 x 2160, power_w=125, price=649]; Skyquay 65 OLED [release_year=2024, weight_g=21800, screen_size_in=65, screen_resolution=3840 x 2160, power_w=170, price=1799]',
  },
  {
    brand: 'Pixwarden',
    category: 'cameras',
    name: '{} action camera',
    origin: 'China',
    priceEur: 249,
    attributes: 'model={}, connector=usb_c, bluetooth=true, wifi=true, color=Black, warranty_months=24',
    varieties:
      'Burr 4K [release_year=2022, weight_g=128, screen_size_in=2, battery_mah=1350]; Burr 360 [release_year=2024, weight_g=182, screen_size_in=2.3, battery_mah=1800, price=399]',
  },
  {
    brand: 'Pixwarden',
    category: 'security-cameras',
    name: '{} security camera',
    origin: 'China',
    priceEur: 69,
    attributes: 'model={}, connector=usb_c, wifi=true, color=White, warranty_months=24',
    varieties:
      'Hedgewatch Indoor [release_year=2022, weight_g=146, power_w=5]; Hedgewatch Outdoor [release_year=2023, weight_g=388, battery_mah=9600, price=129]',
  },
  {
    brand: 'Keyloom',
    category: 'keyboards',
    name: '{} keyboard',
    origin: 'Taiwan',
    priceEur: 59,
    attributes: 'model={}, connector=usb_c, warranty_months=24',
    varieties:
      'Warpline 60 [release_year=2023, weight_g=620, bluetooth=true, battery_mah=3000, color=White]; Warpline Full [release_year=2022, weight_g=980, color=Black, price=79]; Weft Slim [release_year=2024, weight_g=430, bluetooth=true, battery_mah=1000, color=Silver, price=89]',
  },
  {
    brand: 'Keyloom',
    category: 'mice',
    name: '{} mouse',
    origin: 'China',
    priceEur: 29,
    attributes: 'model={}, connector=usb_c, warranty_months=24',
    varieties:
      'Bobbin [release_year=2022, weight_g=86, bluetooth=true, battery_mah=500, color=Grey]; Bobbin Vertical [release_year=2023, weight_g=118, bluetooth=true, battery_mah=650, color=Black, price=49]; Spindle Gaming [release_year=2024, weight_g=61, bluetooth=false, color=White, price=69]',
  },
  {
    brand: 'Sectorwren',
    category: 'solid-state-drives',
    name: '{} portable SSD',
    origin: 'Malaysia',
    priceEur: 79,
    attributes: 'model={}, connector=usb_c, color=Grey, warranty_months=60',
    varieties:
      'Nestling 500 GB [release_year=2022, weight_g=48, storage_gb=500]; Nestling 1 TB [release_year=2022, weight_g=48, storage_gb=1000, price=109]; Nestling 4 TB [release_year=2024, weight_g=62, storage_gb=4000, price=319]',
  },
  {
    brand: 'Sectorwren',
    category: 'usb-flash-drives',
    name: '{} USB stick',
    origin: 'Malaysia',
    priceEur: 11.9,
    attributes: 'model={}, connector=usb_a, color=Silver, warranty_months=60',
    varieties:
      'Fledge 64 GB [release_year=2021, weight_g=9, storage_gb=64]; Fledge 256 GB [release_year=2023, weight_g=9, storage_gb=256, connector=usb_c, price=24.9]',
  },
  {
    brand: 'Meshlark',
    category: 'routers',
    name: '{} Wi-Fi router',
    origin: 'China',
    priceEur: 89,
    attributes: 'model={}, connector=mains, wifi=true, color=White, warranty_months=36',
    varieties:
      'Rookery AX3 [release_year=2022, weight_g=390, power_w=12]; Rookery Mesh duo [release_year=2023, weight_g=840, power_w=24, price=169]; Rookery BE9 [release_year=2024, weight_g=720, power_w=30, price=299]',
  },
  {
    brand: 'Meshlark',
    category: 'smart-plugs',
    name: '{} smart plug',
    origin: 'China',
    priceEur: 14.9,
    attributes: 'model={}, connector=mains, wifi=true, color=White, warranty_months=24',
    varieties:
      'Perchling [release_year=2022, weight_g=68, power_w=2300]; Perchling Meter [release_year=2024, weight_g=74, power_w=3680, price=19.9]',
  },
  {
    brand: 'Amperling',
    category: 'chargers',
    name: '{} USB-C charger',
    origin: 'China',
    priceEur: 24.9,
    attributes: 'model={}, connector=usb_c, color=White, warranty_months=24',
    varieties:
      'Sparklet 30 [release_year=2022, weight_g=58, power_w=30]; Sparklet 65 Duo [release_year=2023, weight_g=112, power_w=65, price=39.9]; Sparklet 140 [release_year=2024, weight_g=248, power_w=140, price=79.9]',
  },
  {
    brand: 'Amperling',
    category: 'power-banks',
    name: '{} power bank',
    origin: 'China',
    priceEur: 29.9,
    attributes: 'model={}, connector=usb_c, warranty_months=24',
    varieties:
      'Stash 10000 [release_year=2022, weight_g=212, battery_mah=10000, power_w=22, color=Black]; Stash 20000 [release_year=2023, weight_g=398, battery_mah=20000, power_w=45, color=Black, price=49.9]; Stash Magnet [release_year=2024, weight_g=168, battery_mah=5000, power_w=15, connector=wireless, color=Sage, price=44.9]',
  },
  {
    brand: 'Kettlecomb',
    category: 'kettles',
    name: '{} electric kettle',
    origin: 'Poland',
    priceEur: 39.9,
    attributes: 'model={}, connector=mains, warranty_months=24',
    varieties:
      'Whistler 1.7 [release_year=2021, weight_g=1080, power_w=2200, color=Steel]; Whistler Glass [release_year=2023, weight_g=1240, power_w=2200, color=Clear, price=49.9]; Pour-over Gooseneck [release_year=2024, weight_g=1150, power_w=1200, color=Matt black, price=79.9]',
  },
  {
    brand: 'Kettlecomb',
    category: 'coffee-machines',
    name: '{} coffee machine',
    origin: 'Italy',
    priceEur: 119,
    attributes: 'model={}, connector=mains, warranty_months=24',
    varieties:
      'Crema Uno [release_year=2022, weight_g=4100, power_w=1350, color=Black]; Crema Barista [release_year=2023, weight_g=9800, power_w=1600, color=Steel, price=449]; Filterino 12 [release_year=2021, weight_g=2300, power_w=1000, color=White, price=49.9]',
  },
  {
    brand: 'Kettlecomb',
    category: 'home-appliances',
    name: '{} blender',
    origin: 'Poland',
    priceEur: 69.9,
    attributes: 'model={}, connector=mains, warranty_months=24',
    varieties:
      'Whirl 800 [release_year=2022, weight_g=2900, power_w=800, color=Red]; Whirl To-go [release_year=2024, weight_g=640, battery_mah=4000, connector=usb_c, power_w=120, color=Mint, price=44.9]',
  },
];
