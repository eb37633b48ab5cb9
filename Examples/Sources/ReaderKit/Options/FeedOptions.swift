import ArgumentParser
import ConsoleKit
import Core
import PostFeatures

/// A feed, in an order.
struct FeedOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "home (default), r/NAME, r/A+B, u/NAME, saved, favourites or downloads; with hackernews also top, new, best, "
                + "ask, show and jobs.", valueName: "feed"))
    var feed: String?

    @OptionGroup var order: OrderOptions

    /// The feed's name, as it was given.
    var name: String { feed ?? "home" }

    /// Reads the source, and refuses a bad one as the command line's mistake.
    func source(on profile: SiteProfile) throws -> FeedSource { try profile.checkedSource(name) }

    func feed(on profile: SiteProfile) throws -> Feed {
        try order.feed(try source(on: profile), on: profile)
    }
}

/// The order of a feed, where it has several.
struct OrderOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The order: \(SortArgument.words); hot by default.", valueName: "sort"))
    var sort: SortArgument?

    @Option(
        help: ArgumentHelp(
            "The period of top and controversial: \(PeriodArgument.words); day by default.", valueName: "period"))
    var period: PeriodArgument?

    var isGiven: Bool { sort != nil || period != nil }

    /// Checks that the site has orders where one is asked for.
    func check(on profile: SiteProfile) throws {
        guard profile.defaultSort == nil, isGiven else { return }
        throw ValidationError("\(profile.name) has one order only: leave --sort and --period out.")
    }

    /// Warns that an order was given for a list that has only one; the list is shown all the same.
    func warnWhereUnused(in feed: Feed) {
        guard isGiven, feed.source.isLocal else { return }
        Console.warn(PostFormat.chosen().text(ReaderPhrase.orderUnused, filling: "'\(feed.source)'"))
    }

    func feed(_ source: FeedSource, on profile: SiteProfile) throws -> Feed {
        try check(on: profile)
        // What is kept here is in the order in which it was kept.
        guard !source.isLocal else { return profile.feed(source, sort: nil) }
        return profile.feed(source, sort: sort?.value ?? profile.defaultSort, period: period?.value ?? .day)
    }
}

extension SiteProfile {
    /// Reads a source by the rules of the site, and refuses a bad one as the command line's mistake.
    func checkedSource(_ name: String) throws -> FeedSource {
        do {
            return try source(parsing: name)
        } catch {
            throw ValidationError(error.message)
        }
    }
}

/// A built-in order as an argument.
struct SortArgument: ExpressibleByArgument, Sendable {
    let value: FeedSort

    init?(argument: String) {
        let value = FeedSort(argument)
        guard FeedSort.builtIn.contains(value) else { return nil }
        self.value = value
    }

    static let words = allValueStrings.joined(separator: ", ")
    static var allValueStrings: [String] { FeedSort.builtIn.map(\.rawValue) }
}

/// A built-in period as an argument.
struct PeriodArgument: ExpressibleByArgument, Sendable {
    let value: FeedPeriod

    init?(argument: String) {
        let value = FeedPeriod(rawValue: argument)
        guard FeedPeriod.builtIn.contains(value) else { return nil }
        self.value = value
    }

    static let words = allValueStrings.joined(separator: ", ")
    static var allValueStrings: [String] { FeedPeriod.builtIn.map(\.rawValue) }
}
