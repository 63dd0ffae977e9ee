import sqlite3, sys
catalog = sqlite3.connect(sys.argv[1])
(number,) = catalog.execute('SELECT nextNumber FROM state').fetchone()
for index in range(9999):
    latitude, longitude = (index // 100) * 0.9 - 40, (index % 100) * 1.7 - 90
    point = round(latitude * 1e5), round(longitude * 1e5)
    name = '%.5f,%.5f A pin with some words %d' % (latitude, longitude, index)
    catalog.execute('INSERT INTO directory (number, key) VALUES (?, ?)', (number, 'pin:%d' % number))
    catalog.execute("INSERT INTO pin VALUES (?, ?, ?, ?, ?, ?, 1, 0, ?, ?, '')",
                    (number, index + 2, name, latitude, longitude, '513 km S of Mumford, Ghana', *point))
    number += 1
catalog.execute('UPDATE state SET nextNumber = ?', (number,))
catalog.commit()
