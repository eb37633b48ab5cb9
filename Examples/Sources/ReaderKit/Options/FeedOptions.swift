import ArgumentParser
import Core

/// Which feed, in which order.
struct FeedOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "home, r/NAME, r/A+B, u/NAME, saved, favourites or downloads.", valueName: "feed"))
    var feed = "home"

    @Option(help: ArgumentHelp("The order.", valueName: "sort"))
    var sort = ChoiceArgument(FeedSort.hot)

    @Option(help: ArgumentHelp("How far back top and controversial look.", valueName: "period"))
    var period = ChoiceArgument(FeedPeriod.day)

    /// Reads the source, and refuses a bad one as the command line's mistake.
    func source(on site: Site) throws -> FeedSource { try Self.source(named: feed, on: site) }

    /// Reads a source by the rules for names that the site has.
    static func source(named name: String, on site: Site) throws -> FeedSource {
        do {
            return try FeedSource(parsing: name, on: site)
        } catch {
            throw ValidationError(error.message)
        }
    }

    func feed(on site: Site) throws -> Feed {
        Feed(site: site, source: try source(on: site), sort: sort.value, period: period.value)
    }
}
