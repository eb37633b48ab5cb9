import ArgumentParser
import Core

/// Which feed, in which order.
struct FeedOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "home, r/NAME, r/A+B, u/NAME, saved, favourites or downloads.", valueName: "feed"))
    var feed = "home"

    @Option(help: ArgumentHelp("The order.", valueName: "sort"))
    var sort = FeedSort.hot

    @Option(help: ArgumentHelp("How far back top and controversial look.", valueName: "period"))
    var period = FeedPeriod.day

    func validate() throws {
        _ = try source
    }

    var source: FeedSource {
        get throws {
            do {
                return try FeedSource(parsing: feed)
            } catch {
                throw ValidationError(error.message)
            }
        }
    }

    func feed(on site: Site) throws -> Feed {
        Feed(site: site, source: try source, sort: sort, period: period)
    }
}

extension FeedSort: ExpressibleByArgument {}
extension FeedPeriod: ExpressibleByArgument {}
