// Written by scripts/make-folder-words.

extension NewFolderName {
    /// What file managers call a new folder, in all the languages of their translations; one on a line.
    static let words = """
        Adsız Klasör
        Akaram amaynut
        Akaram war isem
        Baru
        Berria
        Bevardis aplankas
        Carpeta ensin nome
        Carpeta ensin títulu
        Carpeta nova
        Carpeta nueva
        Carpeta sense nom
        Carpeta sin titol
        Carpeta sin título
        Cartafol sen título
        Cartele cence non
        Cartella senza nome
        Directorium sine Titulo
        Dorsièr novèl
        Dosar fără nume
        Dosar nedenumit
        Dosar nou
        Dosje e Re
        Dosje pa emër
        Dosyé ezanga nkombo
        Dosyé ya nsika
        Ffolder Heb Deitl
        Ffolder newydd
        Fillteán Nua
        Fillteán gan Teideal
        Fillteán gan teideal
        Folder Baharu
        Folder Baru
        Folder Kimi
        Folder Tanpa Judul
        Folder Tidak Bertajuk
        Folder baru
        Fólder sin nómine
        Gnove cartele
        Izenik gabeko karpeta
        Jauna mape
        Karpeta berria
        Katalog bez nazwy
        Mappe uten navn
        Mới
        Naamlose gids
        Naamloze map
        Namenloser Ordner
        Namnlaus mappe
        Namnlös mapp
        Naujas
        Naujas aplankas
        Navnløs mappe
        Neimenovana fascikla
        Neimenovana mapa
        Neimenovani direktorij
        Neimenovani direktorijum
        Nenosaukta mape
        Nepavadintas aplankas
        Nepojmenovaná složka
        Nepomenovaný priečinok
        Neu
        Neuer Ordner
        New
        New Directory
        New Folder
        New folder
        Nieg Orner
        Nieuw
        Nieuwe map
        Nimetu kataloog
        Nimetu kaust
        Nimetön kansio
        Nou
        Nouveau
        Nouveau dossier
        Nov
        Nov fólder
        Nova
        Nova Dosierujo
        Nova Pasta
        Nova dosierujo
        Nova fascikla
        Nova mapa
        Nova pasta
        Nove dossier
        Nove plica
        Novi
        Novi Direktorij
        Novi direktorij
        Novi direktorijum
        Novo
        Novo cartafol
        Novo(a)
        Novum directorium
        Novy kataloh
        Nová složka
        Novèl dorsièr
        Nový
        Nový priečinok
        Nowy
        Nowy katalog
        Nsomebefaịlụ na-enweghị isiokwu
        Ntuma
        Nueva carpeta
        Nuevo
        Nuova cartella
        Nuovo
        Nuwe gids
        Ny
        Ny katalog
        Ny mapp
        Ny mappe
        Nye
        Névtelen mappa
        Ný mappa
        Nýtt
        Ođđa máhppa
        Pasgan gun tiotal
        Pasgan ùr
        Pasta Sem Nome
        Pasta sem nome
        Pasta sem título
        Peldanka Nû
        Plica sin titulo
        Plygell Newydd
        Priečinok bez názvu
        Sarlavhasiz jild
        Sentitola dosierujo
        Serlevhasız Cilbent
        Teuliad hep titl
        Thư mục Không tên
        Thư mục không tên
        Thư mục mới
        Unavngivet mappe
        Unbenannter Ordner
        Unnamed Folder
        Untitled Folder
        Uus
        Uus kataloog
        Uus kaust
        Uusi
        Uusi kansio
        Verteeknis ohn Naam
        Yangi jild
        Yeni
        Yeni Klasör
        Yeni Qovluq
        Yeni dizin
        adsyz halta
        adsız qovluq
        bevardis aplankas
        bez naslova
        carpeta ensin títulu
        carpeta nova
        carpeta sin título
        cartafol sen título
        cartele cence non
        cartella senza nome
        dosar fără nume
        fillteán gan teideal
        folder anonim
        folder tidak bertajuk
        fódà tí kò ní àkọ́lé
        fólder sin nómine
        isibaya esingenasihloko
        isimsiz dizin
        isimsiz klasör
        isiqulathi-zifayili esingenasihloko
        izenik gabeko karpeta
        kartelë pa emër
        mappe uden navn
        mappe utan namn
        mappe uten navn
        naamloeze map
        naamlose gids
        naamloze map
        namnlös mapp
        neimenovana mapa
        nenaslovljena mapa
        nenosaukta mape
        nepojmenovaná složka
        nimetu kaust
        nimetön kansio
        nomsiz jild
        nouveau dossier
        nova fascikla
        nova‑fascikla
        novea ridant
        nowy katalog
        névtelen mappa
        pasta sem nome
        pasta sem título
        peldanka bênav
        plygell ddienw
        poki sin
        repertòri sens nom
        sentitola dosierujo
        sephuthedi seo se se nago sehlogo
        shamis mai maras suna
        thư mục không tên
        tsy misy anarana
        untitled
        untitled folder
        Ónefnd mappa
        Új
        Új mappa
        ónefnd mappa
        İsimsiz Dizin
        Ανώνυμος φάκελος
        Νέο
        Νέος φάκελος
        Φάκελος χωρίς Τίτλο
        ανώνυμος φάκελος
        Атаусыз бума
        Аты жок папка
        Безымянная папка
        Жаңа
        Жаңа бума
        Ихьӡыдоу аҭыӡ
        Неименована фасцикла
        Неназвана тека
        Нов
        Нов(а)
        Нова папка
        Нова тека
        Нова фасцикла
        Новая папка
        Новий
        Нову теку
        Новы
        Новы каталог
        Новый
        Нэргүй хавтас
        Папка
        Папка без име
        Создать папку
        атаусыз бума
        жаңы папка
        неименована фасцикла
        неназвана тека
        новая папка
        нова‑фасцикла
        новы каталог
        папка без име
        Ҷузвадони нав
        Ҷузвдони беном
        Անվերնագիր պանակ։
        Նոր պանակ
        חדש
        תיקיה ללא שם
        תיקייה חדשה
        תיקייה ללא שם
        بوخچەی بێناو
        بوخچەی بێناونیشان
        بوخچەی نوێ
        بېسرليکه پوښۍ
        بے عُنوان فولڈر
        جديد
        جدید
        شاخهٔ بی‌عنوان
        شاخهٔ جدید
        ماۋزۇسىز قىسقۇچ
        مجلد بدون عنوان
        مجلد جديد
        مجلد دون اسم
        مجلّد جديد
        نیا فولڈر
        يېڭى
        يېڭى قىسقۇچ
        يېڭى مۇندەرىجە
        پوشه جدید
        پوشه‌ی بی‌عنوان
        अनाम फ़ोल्डर
        नयाँ फोल्डर
        नवीन फोल्डर
        नवीन संचयीका
        बिनशिर्षक संचयीका
        विनाशीर्षक फोल्डर
        शीर्षक नभएको फोल्डर
        शीर्षकहीन फोल्डर
        নতুন ফোল্ডার
        নামবিহীন ফোল্ডার
        নামবিহীন ফোল্ডাল
        শিরোনামবিহীন ফোল্ডার
        শিরোনামবিহীন ফোল্ডাল
        শীৰ্ষকবিহীন ফোল্ডাৰ
        ਨਵਾਂ ਫੋਲਡਰ
        ਬਿਨ-ਨਾਂ ਫੋਲਡਰ
        ਬੇਨਾਮ
        શીર્ષક વગરનું ફોલ્ડર
        ଶୀର୍ଷକ ବିହୀନ ଫୋଲଡର
        தலைப்பில்லா அடைவு
        புதிய அடைவு
        కొత్త సంచయము
        శీర్షికలేని సంచయం
        ಶೀರ್ಷಿಕೆ ಇಲ್ಲದ ಕಡತಕೋಶ
        തലക്കെട്ടില്ലാത്ത അറ
        തലക്കെട്ടില്ലാത്ത അറ‌
        പുതിയ ഫോള്‍ഡര്‍
        ശീർഷകമില്ലാത്ത ഫോൾഡർ
        නිර්නාමික බහලුම
        สร้างโฟลเดอร์ใหม่
        โฟลเดอร์ใหม่
        โฟลเดอร์ไม่มีชื่อ
        མགོ་མིང་མ་བཏགས་པའི་སྣོད་འཛིན།
        ဖိုလ်ဒါအသစ်
        ახალი დასტა
        ახალი საქაღალდე
        አዲስ ፎልደር
        ያልተሰየመ ፎልደር
        ថត​ថ្មី
        新しいフォルダ
        新しいフォルダー
        新增
        新建
        新建文件夹
        新規
        新資料夾
        未タイトルのフォルダー
        未命名文件夹
        未命名資料夾
        無題のフォルダー
        새 폴더
        새로 만들기
        이름 없는 폴더
        이름없는 폴더
        """
}
