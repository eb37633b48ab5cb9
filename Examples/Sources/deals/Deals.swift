import ArgumentParser
import DealsKit

/// The program; all of it is in DealsKit, where tests reach it.
@main
struct Deals {
    static func main() async {
        DealsCommand.prepare()
        await DealsCommand.main()
    }
}
