import ArgumentParser
import CommandKit
import Community
import ConsoleKit
import Core
import PostFeatures

/// A command that follows a person, or ends that.
protocol FollowingAct: AsyncParsableCommand {
    /// Whether the person is followed afterwards.
    static var isFollowed: Bool { get }
    var options: CommonOptions { get }
    var user: String { get }
}

extension FollowingAct {
    func run() async throws {
        let user = user
        try await CommunitySession.queue(options, about: user) { run in
            let people = Dependency.resolve(CommunityPeople.self)
            run.watch(try await people.follow(user: user, Self.isFollowed))
        }
    }
}

/// Follows a person.
struct FollowCommand: FollowingAct {
    static let configuration = CommandConfiguration(commandName: "follow", abstract: "Follows a person.")
    static let isFollowed = true
    @OptionGroup var options: CommonOptions
    @Argument(help: "The id of the person.") var user: String
}

/// Follows a person no longer.
struct UnfollowCommand: FollowingAct {
    static let configuration = CommandConfiguration(commandName: "unfollow", abstract: "Follows a person no longer.")
    static let isFollowed = false
    @OptionGroup var options: CommonOptions
    @Argument(help: "The id of the person.") var user: String
}

/// Changes the own profile.
struct SetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set", abstract: "Changes a field of the own profile.",
        discussion: "'set nick NAME', 'set phone NUMBER', 'set picture FILE'.")

    /// A field, as it is typed.
    enum Field: String, ExpressibleByArgument, CaseIterable {
        case nick
        case phone
        case picture
    }

    @OptionGroup var options: CommonOptions
    @Argument(help: "nick, phone or picture.") var field: Field
    @Argument(help: "The new text, or the file of a picture.") var value: String

    func validate() throws {
        let rule: FieldRule
        switch field {
        case .nick: rule = .nick
        case .phone: rule = .phone
        case .picture: return
        }
        guard rule.state(of: value) == .match else {
            var entry = FieldEntry(rule)
            entry.set(value)
            throw ValidationError("\(CommunityFormat(language: .english).text(of: entry)).")
        }
    }

    func run() async throws {
        let (field, value) = (field, value)
        try await CommunitySession.queue(options, handsOver: field != .picture) { run in
            let people = Dependency.resolve(CommunityPeople.self)
            switch field {
            case .nick: run.watch(try await people.set(.nick, to: value))
            case .phone: run.watch(try await people.set(.phone, to: value))
            case .picture:
                var pictures = PictureOptions()
                pictures.images = [value]
                guard let file = try await pictures.keep().files.first else { return }
                run.watch(try await people.setPicture(file))
            }
        }
    }
}

/// Takes donations, or not.
struct DonationsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "donations", abstract: "Says that one takes donations, or that one does not.")

    /// The choice, as it is typed.
    enum Choice: String, ExpressibleByArgument, CaseIterable {
        case on
        case off
    }

    @OptionGroup var options: CommonOptions
    @Argument(help: "on or off.") var choice: Choice

    func run() async throws {
        let isOn = choice == .on
        try await CommunitySession.queue(options) { run in
            run.watch(try await Dependency.resolve(CommunityPeople.self).setTakesDonations(isOn))
        }
    }
}
