import ArgumentParser
import CommandKit
import Community
import ConsoleKit
import Core
import PostFeatures

extension CommunitySession {
    /// Reads a person: as the server has them, else as they are stored.
    ///
    /// - Parameter user: The id; nil for oneself.
    /// - Returns: The person, and the reason why they are not fresh, or not there.
    /// - Throws: `CancellationError`.
    func person(_ user: String?) async throws -> (person: ShownPerson?, error: DataError?) {
        let people = Dependency.resolve(CommunityPeople.self)
        do {
            let state = try await people.person(user, isOffline ? .stored : .anew)
            if state.person == nil, isOffline { return (nil, Self.offlineReason) }
            return (state.person, isOffline ? nil : state.error)
        } catch let error as DataError {
            return (nil, error)
        }
    }
}

/// Shows a profile.
struct ProfileCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile", abstract: "Shows a person's profile; one's own without an id.")

    @OptionGroup var options: CommonOptions
    @Argument(help: "The id of the person; oneself by default.") var user: String?

    func run() async throws {
        let user = user
        let use: StoreUse = options.offline ? .reading : .writing
        try await CommunitySession.run(options, CommandManner(use: use)) { session in
            let (person, error) = try await session.person(user)
            try session.answer(error, isStored: person != nil, text: person.map(Self.text) ?? "") {
                OneProfileOutput(profile: person.map(ProfileOutput.init), error: $0)
            }
        }
    }

    private static func text(of person: ShownPerson) -> String {
        let format = CommunitySession.format
        let counts = [
            format.text(CommunityCommandPhrase.followers, counting: person.followerCount),
            format.text(CommunityCommandPhrase.following, counting: person.followingCount),
            format.text(ListPhrase.posts, counting: person.postCount),
        ]
        var lines = [person.person.line, "  \(counts.joined(separator: " · "))"]
        if person.isFollowed == true { lines.append("  \(format.text(CommunityCommandPhrase.isFollowed))") }
        if person.takesDonations == true { lines.append("  \(format.text(CommunityCommandPhrase.takesDonations))") }
        return lines.joined(separator: "\n")
    }
}

/// A command that lists the people around a person.
protocol PeopleCommand: AsyncParsableCommand {
    var options: CommonOptions { get }
    var user: String? { get }
    /// The people of a person.
    static func rows(of person: ShownPerson) -> [PersonRow]
}

extension PeopleCommand {
    func run() async throws {
        let user = user
        let use: StoreUse = options.offline ? .reading : .writing
        try await CommunitySession.run(options, CommandManner(use: use)) { session in
            let (person, error) = try await session.person(user)
            let rows = person.map(Self.rows) ?? []
            let text = rows.map { "\($0.person.line)\($0.isFollowed == true ? " ✓" : "")" }
            try session.answer(
                error, isStored: person != nil,
                text: text.isEmpty
                    ? CommunitySession.format.text(CommunityCommandPhrase.nobodyThere) : text.joined(separator: "\n")
            ) {
                PeopleOutput(users: rows.map(RowOutput.init), error: $0)
            }
        }
    }
}

/// The people who follow somebody.
struct FollowersCommand: PeopleCommand {
    static let configuration = CommandConfiguration(
        commandName: "followers", abstract: "Lists the people who follow a person; oneself without an id.")
    @OptionGroup var options: CommonOptions
    @Argument(help: "The id of the person; oneself by default.") var user: String?

    static func rows(of person: ShownPerson) -> [PersonRow] { person.followers }
}

/// The people whom somebody follows.
struct FollowingCommand: PeopleCommand {
    static let configuration = CommandConfiguration(
        commandName: "following", abstract: "Lists the people whom a person follows; oneself without an id.")
    @OptionGroup var options: CommonOptions
    @Argument(help: "The id of the person; oneself by default.") var user: String?

    static func rows(of person: ShownPerson) -> [PersonRow] { person.following }
}
