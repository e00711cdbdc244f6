/**
 * Passwords that meet the rules of the form but that attackers try early: mostly one or two words with digits and
 * signs. Arabic, Chinese and Japanese words are in Latin letters, as people type them.
 */
export const badPasswords: Readonly<Record<string, readonly string[]>> = {
  en: [
    ...['Password-2026!', 'Welcome-Home-26!', 'Football-League-26!', 'Summer-Holiday-1!', 'Princess-2026!'],
    ...['Sunshine-Time-7!', 'Chocolate-2026!', 'Birthday-Party-1!', 'Dragon-Master-1!', 'Letmein-Now-123!'],
    ...['Changeme-2026!!', 'Happy-Birthday-1!', 'Winter-Garden-26!', 'Charlie-Brown-1!', 'Computer-Game-1!'],
    ...['Tottenham-2026!', 'Monday-Morning-1!', 'Butterfly-2026!', 'Secret-Garden-1!', 'Liverpool-Team-1!'],
  ],
  de: [
    ...['Fussball-Liga-26!', 'Fußball-Liga-26!', 'Passwort-2026!', 'Kennwort-2026!!', 'Sommer-Urlaub-26!'],
    ...['Willkommen-2026!', 'Schatz-Liebe-1!', 'Hallo-Welt-2026!', 'Geheim-Wort-123!', 'Schalke-2026-04!'],
    ...['Guten-Morgen-26!', 'Deutschland-26!', 'Kaffee-Pause-26!', 'Winter-Sommer-26!', 'Fröhlich-2026!!'],
    ...['Schlüssel-2026!', 'Schluessel-2026!', 'Frühling-2026!!', 'Bayern-München-1!', 'Mädchen-Junge-1!'],
  ],
  fr: [
    ...['Motdepasse-2026!', 'Bonjour-2026!!!', 'Soleil-Plage-26!', 'Liberté-2026!!', 'Football-Club-26!'],
    ...['Marseille-2026!', 'Chocolat-Noir-1!', 'Bienvenue-2026!', 'Vacances-2026!!', 'Bonne-Année-2026!'],
    ...['Français-2026!!', 'Forêt-Verte-2026!', 'Princesse-2026!', 'Château-Rouge-1!', 'Mariage-Amour-1!'],
    ...['Chéri-Amour-26!', 'Maison-Bleue-26!', 'Secret-Amour-26!', 'Azertyuiop-123!', 'Papillon-Bleu-1!'],
  ],
  es: [
    ...['Contraseña-2026!', 'Contrasena-2026!', 'Barcelona-2026!', 'Real-Madrid-26!!', 'Te-Quiero-2026!!'],
    ...['Bienvenido-2026!', 'Verano-Playa-26!', 'Corazón-2026!!!', 'Mariposa-2026!!', 'España-Fútbol-1!'],
    ...['Hola-Mundo-2026!', 'Estrella-Azul-1!', 'Navidad-2026!!!', 'Mi-Corazón-2026!', 'Cumpleaños-26!!'],
    ...['Niña-Bonita-26!', 'Buenos-Días-26!!', 'Chocolate-Rico-1!', 'Princesa-2026!!', 'Montaña-Verde-1!'],
  ],
  'pt-BR': [
    ...['Senha-Segura-26!', 'Flamengo-2026!!', 'Corinthians-26!', 'Brasil-2026!!!!', 'Coração-2026!!!'],
    ...['Bem-Vindo-2026!!', 'Futebol-Clube-1!', 'Saudade-2026!!!', 'Amor-Eterno-26!', 'Felicidade-26!!'],
    ...['Verão-Praia-2026!', 'Palmeiras-2026!', 'Família-Amor-1!', 'Borboleta-2026!', 'São-Paulo-2026!!'],
    ...['Natal-Feliz-2026!', 'Chocolate-2026!!', 'Princesa-Linda-1!', 'Bom-Dia-2026!!!', 'Irmão-Irmã-2026!'],
  ],
  it: [
    ...['Juventus-2026!!', 'Forza-Napoli-26!', 'Amore-Mio-2026!', 'Buongiorno-26!!', 'Calcio-Serie-26!'],
    ...['Password-Mia-1!', 'Estate-Mare-2026!', 'Felicità-2026!!', 'Ciao-Bella-2026!', 'Benvenuto-2026!'],
    ...['Famiglia-2026!!', 'Città-Libera-26!', 'Cioccolato-26!!', 'Principessa-26!', 'Farfalla-2026!!'],
    ...['Buon-Natale-26!!', 'Università-26!!', 'Primavera-2026!', 'Libertà-2026!!!', 'Stella-Luna-26!'],
  ],
  nl: [
    ...['Wachtwoord-2026!', 'Welkom-2026!!!!', 'Voetbal-Club-26!', 'Amsterdam-2026!', 'Feyenoord-2026!'],
    ...['Zomer-2026!!!!!', 'Goede-Morgen-26!', 'Hallo-Wereld-26!', 'Chocolade-2026!', 'Vakantie-2026!!'],
    ...['Geheim-Woord-26!', 'Prinses-2026!!!', 'Vlinder-2026!!!', 'Winter-Zomer-26!', 'Liefde-Leven-26!'],
    ...['Verjaardag-26!!', 'Nederland-2026!', 'Mooie-Dagen-26!!', 'Koning-Koningin-1!', 'Familie-Huis-26!'],
  ],
  ja: [
    ...['Arigato-2026!!!', 'Sakura-Sakura-1!', 'Konnichiwa-1!!!', 'Doraemon-2026!!', 'Pikachu-2026!!!'],
    ...['Tokyo-2026!!!!!', 'Sayonara-2026!!', 'Tomodachi-2026!', 'Hanako-2026!!!!', 'Naruto-2026!!!!'],
    ...['Ohayou-2026!!!!', 'Himitsu-2026!!!', 'Yamamoto-2026!!', 'Kodomo-2026!!!!', 'Jikan-2026!!!!!'],
    ...['Suzuki-Honda-26!', 'Dragonball-26!!', 'Totoro-2026!!!!', 'Daisuki-2026!!!', 'Kawaii-2026!!!!'],
  ],
  'zh-Hans': [
    ...['Woaini-1314520!', 'Woaini1314-2026!', 'Nihao-123456!!!', 'Zhongguo-2026!!', 'Woaini-520520!!'],
    ...['Beijing-2026!!!', 'Shanghai-2026!!', 'Qq-123456-2026!', 'Mima-1234567!!!', 'Xiaoxiao-2026!!'],
    ...['Wangwang-2026!!', 'Iloveyou-1314!!', 'Asdasd-123456!!', 'Liuliu-666666!!', 'Qinaide-2026!!!'],
    ...['Haha-Haha-2026!', 'Baobao-2026!!!!', 'Woaini-5201314!', 'Longlong-2026!!', 'Taobao-123456!!'],
  ],
  ar: [
    ...['Ahmed-123456!!!', 'Mohamed-2026!!!', 'Habibi-2026!!!!', 'Marhaba-2026!!!', 'Allah-2026!!!!!'],
    ...['Bismillah-786!!', 'Inshallah-2026!', 'Ramadan-2026!!!', 'Salam-2026!!!!!', 'Fatima-123456!!'],
    ...['Khaled-2026!!!!', 'Mustafa-2026!!!', 'Hussein-2026!!!', 'Habibti-2026!!!', 'Dubai-2026!!!!!'],
    ...['Yasmin-2026!!!!', 'Ibrahim-123456!', 'Mariam-2026!!!!', 'Muhammad-786!!!', 'Abdullah-2026!!'],
  ],
};
