extension MeantNames {
    /// What some twenty languages call sights, places and parks that everybody knows; written down before anybody
    /// looked at what the gazetteer has.
    static let abroad = """
        52.52 13.38 5 | Brandenburger Tor | Porta di Brandeburgo | Brama Brandenburska | 勃兰登堡门 | Braniborská brána | Бранденбургские ворота
        47.56 10.75 5 | Schloss Neuschwanstein | Zamek Neuschwanstein | Zámek Neuschwanstein | 新天鹅堡
        47.42 10.99 5 | Zugspitze | Цугшпитце
        50.94 14.15 25 | Sächsische Schweiz | Suisse saxonne | Saské Švýcarsko
        53.54 9.98 3 | Elbphilharmonie
        54.91 8.34 20 | Sylt
        -3.07 37.35 25 | Kilimandscharo | Kilimangiaro | Kilimandżaro | 乞力马扎罗山 | Kilimanjaro Dağı
        -34.36 18.47 10 | Kap der Guten Hoffnung | Cabo de Buena Esperanza | Capo di Buona Speranza | Мыс Доброй Надежды | 喜望峰 | 好望角
        -17.93 25.86 10 | Viktoriafälle | Водопад Виктория | Cascate Vittoria | Wodospady Wiktorii
        45.83 6.87 8 | Monte Bianco | Монблан | 勃朗峰 | モンブラン
        48.87 2.30 3 | Triumphbogen | Arco del Triunfo | Arco di Trionfo | Триумфальная арка | 凯旋门 | 凱旋門 | Łuk Triumfalny
        47.62 1.52 5 | Château de Chambord | Schloss Chambord
        43.95 4.54 5 | Pont du Gard
        46.20 -1.40 25 | Île de Ré
        -50.95 -73.10 45 | Torres del Paine
        -20.20 -67.50 80 | Salar de Uyuni | ウユニ塩湖
        19.69 -98.84 10 | Teotihuacán | 테오티우아칸 | Теотиуакан | Teotihuacan
        10.99 -63.95 40 | Isla Margarita | Isla de Margarita
        43.19 -4.83 40 | Picos de Europa
        -14.74 -75.13 20 | Líneas de Nazca | Nazca-Linien | Lignes de Nazca | Линии Наски | ナスカの地上絵 | 纳斯卡线条
        44.12 9.72 12 | Cinque Terre | Чинкве-Терре | 五渔村 | チンクエ・テッレ
        41.90 12.48 3 | Fontana di Trevi | Trevibrunnen | Фонтан Треви | トレヴィの泉 | Fontanna di Trevi | 特雷维喷泉
        40.63 14.60 18 | Costiera Amalfitana | Amalfiküste | Côte amalfitaine | Costa Amalfitana | Amalfi Coast
        46.00 9.26 25 | Lago di Como | Comer See | Lac de Côme | 科莫湖
        40.82 14.43 8 | Vesuvio | Vesuv | Везувий | Wezuwiusz | ヴェスヴィオ
        45.43 12.34 3 | Piazza San Marco | Markusplatz | Plaza de San Marcos | Площадь Святого Марка | 圣马可广场 | サン・マルコ広場
        42.77 10.25 18 | Isola d'Elba | Elba
        -22.95 -43.21 5 | Cristo Redentor | Chrystus Odkupiciel | 救世基督像 | Христос-Искупитель
        -22.95 -43.16 3 | Pão de Açúcar | Zuckerhut | Pan de Azúcar, Brasil | Głowa Cukru
        -2.53 -43.10 50 | Lençóis Maranhenses
        38.69 -9.22 3 | Torre de Belém | Turm von Belém | Tour de Belém
        -3.85 -32.42 12 | Fernando de Noronha
        -17.70 -57.40 300 | Pantanal
        50.05 19.94 3 | Wawel | Zamek Królewski na Wawelu
        49.20 20.07 5 | Morskie Oko
        49.98 20.06 5 | Kopalnia Soli Wieliczka | Salzbergwerk Wieliczka
        49.20 20.00 40 | Tatry | Hohe Tatra | Tatra Mountains | Vysoké Tatry
        53.85 21.60 80 | Mazury | Masuren
        55.75 37.62 2 | Plac Czerwony | 붉은 광장 | Piazza Rossa | Praça Vermelha
        59.94 30.31 2 | Эрмитаж | エルミタージュ美術館 | Ermitáž | Ermitage, Saint-Pétersbourg
        56.00 159.50 500 | Камчатка | Kamtschatka
        59.88 29.91 5 | Петергоф | Peterhof
        43.35 42.45 15 | Эльбрус | Elbrus
        40.43 116.57 90 | Великая Китайская стена | Wielki Mur Chiński | Muralha da China | 万里の長城 | Çin Seddi | Vạn Lý Trường Thành | Velká čínská zeď | Σινικό Τείχος | سور الصين العظيم | Chinese Muur | Kinesiska muren
        43.08 -79.07 5 | Niagarafälle | Wodospad Niagara | Ниагарский водопад | 尼亚加拉大瀑布 | Thác Niagara | شلالات نياجرا | Niagarawatervallen | Niagara Şelalesi | ナイアガラの滝 | Niagarské vodopády | Niagarafallen
        40.69 -74.04 3 | Statue de la Liberté | Özgürlük Heykeli | Statua Wolności | Vrijheidsbeeld | Tượng Nữ thần Tự do | Άγαλμα της Ελευθερίας | Frihetsgudinnan | Socha Svobody | เทพีเสรีภาพ
        27.18 78.04 3 | Тадж-Махал | تاج محل | ताज महल | 泰姬陵 | Ταζ Μαχάλ | Tac Mahal | ทัชมาฮาล | Tadź Mahal
        30.13 118.17 20 | 黄山 | Хуаншань
        29.33 110.45 30 | 张家界 | Zhangjiajie
        31.24 121.49 2 | 外滩 | Бунд, Шанхай
        29.66 91.12 2 | 布达拉宫 | Potala-Palast | Palais du Potala | Дворец Потала | ポタラ宮 | 포탈라궁
        34.38 109.28 5 | 兵马俑 | Terrakotta-Armee | Ejército de terracota | Терракотовая армия | 병마용 | Terracotta-leger | Armia terakotowa
        25.27 110.29 20 | 桂林 | Guilin | Гуйлинь
        39.92 116.40 3 | 故宫 | Zakazane Miasto | Verboden Stad | Cidade Proibida | Запретный город
        39.88 116.41 2 | 天坛 | Храм Неба | Temple du Ciel | Templo del Cielo
        35.04 135.73 2 | 金閣寺 | Goldener Pavillon | Pavillon d'or | Кинкаку-дзи
        34.99 135.79 2 | 清水寺 | Kiyomizu
        36.26 136.91 5 | 白川郷 | Shirakawa-go
        30.34 130.50 25 | 屋久島 | Yakushima
        36.10 -112.10 70 | グランドキャニオン | Gran Cañón | Большой каньон | Wielki Kanion | Gran Canyon
        34.30 132.32 8 | 厳島神社 | 宮島 | Miyajima
        34.69 135.83 8 | 奈良公園 | 奈良 | Нара
        37.58 126.98 2 | 경복궁 | 景福宮 | 景福宫
        33.38 126.55 30 | 한라산 | Hallasan | Чеджудо
        38.12 128.47 15 | 설악산 | Seoraksan
        35.79 129.33 5 | 불국사 | Bulguksa
        29.98 31.13 3 | أهرامات الجيزة | Piramidy w Gizie | Pirâmides de Gizé | Giza Piramitleri | 기자의 피라미드
        30.33 35.44 4 | البتراء | Petra | 페트라
        21.42 39.83 2 | المسجد الحرام | Kâbe
        22.34 31.63 4 | أبو سمبل | Abou Simbel | Абу-Симбел | アブ・シンベル神殿
        31.50 35.48 40 | البحر الميت | Mar Muerto | Morze Martwe | 사해 | Dode Zee | Lut Gölü
        25.20 55.27 2 | برج خليفة | ブルジュ・ハリファ | Бурдж-Халифа
        13.75 100.49 2 | พระบรมมหาราชวัง | Großer Palast Bangkok | Grand Palais de Bangkok
        7.74 98.77 8 | เกาะพีพี | Koh Phi Phi | Phi-Phi-Inseln
        18.59 98.49 10 | ดอยอินทนนท์ | Doi Inthanon
        20.91 107.18 30 | Vịnh Hạ Long | อ่าวฮาลอง | Zatoka Ha Long | Baía de Ha Long
        15.88 108.33 8 | Hội An | Hoi An | 会安
        21.03 105.85 2 | Hồ Hoàn Kiếm | Hồ Gươm
        41.01 28.98 2 | Ayasofya | Αγία Σοφία | آيا صوفيا | Hagia Sofia | 圣索菲亚大教堂
        37.92 29.12 5 | Pamukkale | Памуккале
        37.98 38.74 8 | Nemrut Dağı | Berg Nemrut | Nemrut
        37.94 27.34 5 | Efes | Éphèse | Efeso | Эфес | Efez | エフェソス
        37.97 23.73 2 | Ακρόπολη | Akropol | Akropolis | 雅典卫城
        39.72 21.63 6 | Μετέωρα | Météores | Метеоры | メテオラ
        38.48 22.50 5 | Δελφοί | Delfi | Delfos | Дельфы
        28.66 77.24 2 | लाल किला | लाल क़िला | Fuerte Rojo, Delhi
        31.62 74.88 3 | स्वर्ण मंदिर | Goldener Tempel | Temple d'Or
        50.09 14.41 2 | Karlův most | Most Karola | Карлов мост | 查理大桥 | カレル橋
        50.09 14.40 2 | Pražský hrad | Zamek na Hradczanach | Пражский Град | プラハ城
        50.70 15.60 30 | Krkonoše | Riesengebirge | Karkonosze
        52.27 4.55 3 | Keukenhof | Кёкенхоф | キューケンホフ
        52.47 4.82 3 | Zaanse Schans
        59.33 18.09 2 | Vasamuseet | Museo Vasa | Музей Васа
        57.50 18.50 50 | Gotland | Gotlandia | Готланд
        71.17 25.78 5 | Nordkapp | Capo Nord | Нордкап | Cap Nord | Cabo Norte, Noruega
        27.99 86.93 5 | Mont Everest | Everest Dağı | Monte Everest | 에베레스트산
        35.36 138.73 8 | 富士山 | 후지산 | Фудзияма | Góra Fudżi | Fuji Dağı | ภูเขาไฟฟูจิ
        55.68 12.57 15 | Kopenhaga | Копенгаген | コペンハーゲン | 哥本哈根
        45.46 9.19 15 | Mediolan | Милан | 米兰 | 밀라노
        48.21 16.37 15 | Wiedeń | 维也纳 | ウィーン | เวียนนา
        50.09 14.42 15 | 布拉格 | プラハ | 프라하 | Prága
        30.04 31.24 25 | القاهرة | Kair | 开罗 | カイロ
        -33.92 18.42 25 | Kapstadt | Le Cap | Ciudad del Cabo | Kapsztad | Кейптаун | 开普敦
        37.98 23.73 15 | Ateny | Афины | 雅典 | アテネ | Αθήνα
        48.86 2.34 3 | Лувр | Luwr | ルーブル美術館 | 卢浮宫 | 루브르 박물관 | Museo del Louvre
        48.85 2.35 3 | Нотр-Дам-де-Пари | ノートルダム大聖堂 | 巴黎圣母院 | 노트르담 대성당
        48.80 2.12 3 | Wersal | Versalles | Версаль | ベルサイユ宮殿 | 凡尔赛宫
        51.50 -0.12 3 | London Eye | Лондонский глаз | ロンドン・アイ | 伦敦眼
        51.50 -0.14 3 | Букингемский дворец | バッキンガム宮殿 | 白金汉宫 | 버킹엄 궁전 | Palacio de Buckingham | Pałac Buckingham
        51.52 -0.13 3 | 大英博物馆 | 大英博物館 | Британский музей | Museo Británico | 영국 박물관
        50.94 6.96 3 | Kölner Dom | 科隆大教堂 | Кёльнский собор | ケルン大聖堂 | Katedra w Kolonii | Dom van Keulen
        40.75 -73.99 3 | エンパイア・ステート・ビルディング | 帝国大厦 | Эмпайр-стейт-билдинг | 엠파이어 스테이트 빌딩
        40.78 -73.97 4 | セントラルパーク | 中央公园 | Центральный парк | 센트럴 파크
        38.90 -77.04 3 | Weißes Haus | Casa Blanca, Washington | Белый дом | Biały Dom | ホワイトハウス | 白宫 | 백악관
        34.13 -118.32 5 | Hollywood Sign | ハリウッドサイン | Знак Голливуда
        -25.34 131.04 8 | Ayers Rock | Улуру | エアーズロック | 울루루
        -16.76 146.25 1200 | Großes Barriereriff | Gran Barrera de Coral | Grande barrière de corail | Большой Барьерный риф | グレート・バリア・リーフ | 大堡礁 | Wielka Rafa Koralowa
        55.24 -6.51 5 | Giant's Causeway | Тропа Великана | Chaussée des Géants
        52.97 -9.43 8 | Cliffs of Moher | Klippen von Moher | Acantilados de Moher | Falaises de Moher | Утёсы Мохер | モハーの断崖
        64.26 -21.13 15 | Þingvellir | Тингведлир
        64.33 -20.12 5 | Gullfoss | グトルフォス
        41.15 -8.61 8 | Ponte Dom Luís | Ponte Dom Luís I
        37.18 -3.59 3 | Alhambra | アルハンブラ宮殿 | 阿尔罕布拉宫 | Альгамбра | 알함브라 궁전
        40.42 -3.71 3 | Palacio Real de Madrid | Королевский дворец, Мадрид
        41.41 2.15 3 | Parc Güell | グエル公園 | 奎尔公园 | Парк Гуэль | 구엘 공원
        -1.49 35.14 60 | Masai Mara | Масаи-Мара | マサイマラ
        -2.33 34.83 130 | Серенгети | セレンゲティ国立公園 | 塞伦盖蒂
        31.63 -7.99 3 | جامع الفناء | Place Jemaa el-Fna | Джемаа-эль-Фна
        25.74 32.60 5 | Dolina Królów | Долина Царей | وادي الملوك | 王家の谷 | 帝王谷
        29.98 31.14 3 | Sfinks, Egipt | Большой сфинкс | スフィンクス | 狮身人面像 | Große Sphinx von Gizeh
        1.28 103.86 4 | マリーナベイ・サンズ | 滨海湾金沙 | 마리나베이샌즈 | ガーデンズ・バイ・ザ・ベイ
        3.16 101.71 3 | Menara Petronas | Башни Петронас | ペトロナスツインタワー | 双子塔 | Petronas-Türme
        25.03 121.56 2 | 台北101 | 臺北101 | 타이베이 101
        -7.61 110.20 4 | Candi Borobudur | Боробудур | ボロブドゥール遺跡
        -8.62 115.09 5 | Tanah Lot | Танах Лот
        19.43 -99.13 4 | Zócalo | Plaza de la Constitución
        20.68 -88.57 5 | Chichén Itzá | Чичен-Ица | チチェン・イッツァ
        17.22 -89.62 8 | Tikal | Тикаль | ティカル
        -50.50 -73.05 40 | Glaciar Perito Moreno | Perito-Moreno-Gletscher | Перито-Морено | ペリト・モレノ氷河
        -0.74 -90.33 150 | Галапагос | ガラパゴス諸島 | 加拉帕戈斯群岛 | Galapagosinseln | Îles Galápagos
        34.69 135.20 20 | 神户 | 고베 | Kobe
        35.16 136.91 20 | 나고야 | 名古屋 | Нагоя
        12.24 109.19 20 | 芽庄 | 나트랑 | Нячанг | Nha Trang
        47.56 13.65 10 | 할슈타트 | 哈尔施塔特 | Hallstatt
        51.21 3.22 10 | 布鲁日 | Брюгге | Bruges | ブルージュ
        42.64 18.11 10 | 杜布罗夫尼克 | Дубровник | 두브로브니크
        27.86 34.29 25 | Шарм-эш-Шейх | Sharm el Sheikh | شرم الشيخ
        36.75 -5.16 10 | 론다 | Ronda, Spain
        35.17 -5.27 10 | 舍夫沙万 | Chefchaouen | Шефшауэн
        """
}
