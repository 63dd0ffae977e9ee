# shellcheck shell=bash
# What Java takes the file $1 for, and how large it is.
cat > Kind.java <<'END'
import java.io.*;
class Kind {
    public static void main(String[] paths) throws Exception {
        var stream = new BufferedInputStream(new FileInputStream(paths[0]));
        System.out.println(java.net.URLConnection.guessContentTypeFromStream(stream));
        try {
            var image = javax.imageio.ImageIO.read(new File(paths[0]));
            System.out.println(image == null ? null : image.getWidth() + " " + image.getHeight());
        } catch (IOException error) { System.out.println("unreadable"); }
    }
}
END
java -Djava.awt.headless=true Kind.java "$1"
