// Asks the bot "Difficile" of calkam/EnGarde (Engardoide) for actions; rival_bot.py starts it and speaks for it.
//
// Each line on standard input is a position: direction (1 on the left, -1 on the right), own square, other square,
// cards to draw, kind of the attack to answer (0 none, 3 direct, 4 indirect), its number of cards, their value, then
// the hand and the discards as digits after a letter. The answer is the kind of its action, the number of cards, and
// the cards of the move and of the attack, 0 for none.

import Modele.Joueur.Action;
import Modele.Joueur.IA.IADifficile;
import Modele.Plateau.Figurine;
import Modele.Plateau.Piste;
import Modele.Reglages;
import Modele.Tas.Carte;
import Modele.Tas.Defausse;
import Modele.Tas.Main;
import Modele.Tas.Pioche;
import Modele.Tour;
import Modele.Triplet;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Properties;
import java.util.Scanner;

class EngardoideRival {
    public static void main(String[] arguments) throws Exception {
        PrintStream answers = System.out;
        // It thinks aloud.
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        // The settings are sizes on its screen.
        Reglages.init(new Properties() {
            @Override
            public String getProperty(String name) {
                return "1";
            }
        });
        Scanner in = new Scanner(System.in);
        while (in.hasNext()) {
            int direction = in.nextInt(), own = in.nextInt(), other = in.nextInt(), pile = in.nextInt();
            Tour turn = new Tour();
            turn.setEstAttaque(new Triplet<>(in.nextInt(), in.nextInt(), in.nextInt()));
            int left = direction == 1 ? own : other, right = direction == 1 ? other : own;
            Piste piste = new Piste(new Figurine(Figurine.GAUCHE, left), new Figurine(Figurine.DROITE, right));
            Main hand = new Main(direction);
            int card = 0;
            for (char digit : in.next().substring(1).toCharArray()) hand.ajouter(new Carte(++card, digit - '0'));
            Defausse discards = new Defausse();
            for (char digit : in.next().substring(1).toCharArray()) discards.ajouter(new Carte(++card, digit - '0'));
            Pioche draw = new Pioche();
            draw.setNombreCarte(pile);
            turn.setDefausse(discards);
            turn.setPioche(draw);
            Action action = new IADifficile(direction, "Difficile", hand, piste).actionIA(turn);
            answers.printf(
                "%d %d %d %d%n",
                action.getTypeAction(),
                action.getNbCartes(),
                value(action.getCarteDeplacement()),
                value(action.getCarteAction()));
            answers.flush();
        }
    }

    private static int value(Carte card) {
        return card == null ? 0 : card.getContenu();
    }
}
