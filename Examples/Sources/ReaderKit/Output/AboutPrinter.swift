import CommandKit
import ConsoleKit
import Core
import Database
import Foundation
import PostFeatures

/// Prints what is known of a community, for people or for programs.
@MainActor
struct AboutPrinter {
    let session: Session
    private let format = PostFormat.chosen()

    init(session: Session) {
        self.session = session
    }

    /// Prints the community, and a warning where the server did not answer.
    ///
    /// - Parameters:
    ///   - state: What is known of it.
    ///   - name: The name as it was typed.
    /// - Throws: 66 for a community that the server does not know, 69 where nothing is there to show, the error of the
    ///   disk or of a backend that describes nothing.
    func print(_ state: CommunityViewModel.State, of name: SourceName) throws {
        let error = state.banner?.error
        if let error, error.underlying is StoreError || error.code == .invalidInput { throw error }
        let isThere = state.phase == .idle
        if state.phase == .missing {
            Console.warn(format.text(ReaderPhrase.unknownCommunity, filling: "\(name)"))
        } else if let error {
            let isNeverAsked = session.settings.isOffline && error.code == .offline && !isThere
            // Off on purpose, and there is something to show: nothing went wrong.
            if !(session.settings.isOffline && isThere) {
                Console.warn(
                    (isNeverAsked
                        ? format.text(ReaderPhrase.neverDescribed, filling: "\(name)")
                        : error.advice(on: session.settings.chain, in: format))
                        + (isThere ? " \(format.text(ReaderPhrase.showingStored))" : ""))
            }
        }
        let now = Dependency.resolve((any TimeProvider).self).now
        if session.isJSON {
            let isExpected = session.settings.isOffline && isThere
            try JSONOutput.print(AboutOutput(state: state, error: isExpected ? nil : error, now: now))
        } else if isThere {
            try Console.answer(AboutPage(format: format).text(of: state, now: now))
        }
        if state.phase == .missing { throw ExitStatus.unknownIDs }
        if !isThere { throw ExitStatus.unavailable }
    }
}

/// A community as a page of text: its name and numbers, its description and its rules.
@MainActor
struct AboutPage {
    var terminal = Terminal()
    let format: PostFormat

    /// Lines that are longer are hard to read, however wide the terminal is.
    private var width: Int { min(terminal.columns, 82) - 2 }

    func text(of state: CommunityViewModel.State, now: Date) -> String {
        let isOn = terminal.hasColour
        var lines = PostPage.wrapped((state.title ?? state.name).harmless, toColumns: width)
            .map { "  \($0.styled(.bold, when: isOn))" }
        let details = [
            "r/\(state.name)".harmless,
            state.subscriberCount.map { format.text(ReaderPhrase.subscribers, filling: "\($0)") },
            subscription(state).map { format.text($0) },
            state.isNSFW == true ? format.text(.notSafeForWork) : nil, format.relativeDate(state.fetched, now: now),
        ].compactMap { $0 }
        lines += PostPage.wrapped(details.joined(separator: " · "), toColumns: width)
            .map { "  \($0.styled(.dim, when: isOn))" }
        if let text = state.text {
            lines.append("")
            lines += paragraphs(text, indent: "  ")
        }
        for (number, rule) in (state.rules ?? []).enumerated() {
            lines.append("")
            lines += PostPage.wrapped("\(number + 1). \(rule.title)".harmless, toColumns: width)
                .map { "  \($0.styled(.bold, when: isOn))" }
            if let text = rule.text { lines += paragraphs(text, indent: "     ") }
        }
        return lines.joined(separator: "\n")
    }

    private func subscription(_ state: CommunityViewModel.State) -> ReaderPhrase? {
        switch (state.isSubscribed ?? false, state.isSubscriptionPending) {
        case (true, false): .isSubscribed
        case (true, true): .subscriptionWaits
        case (false, true): .unsubscriptionWaits
        case (false, false): nil
        }
    }

    private func paragraphs(_ text: String, indent: String) -> [String] {
        let room = max(12, width + 2 - indent.count)
        return text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { paragraph in
            let lines = PostPage.wrapped(paragraph.harmless, toColumns: room)
            return lines.isEmpty ? [""] : lines.map { $0.isEmpty ? "" : indent + $0 }
        }
    }
}

/// The JSON output of `about`; what is unknown is null.
struct AboutOutput: Encodable {
    let state: CommunityViewModel.State
    let error: DataError?
    let now: Date

    enum CodingKeys: CodingKey {
        case name, title, text, rules, subscribers, subscribed, isNSFW, created, age, error
    }

    // Written out, so that a key whose value is unknown is there as null.
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(state.name, forKey: .name)
        try container.encode(state.title, forKey: .title)
        try container.encode(state.text, forKey: .text)
        try container.encode(state.rules.map { $0.map(RuleOutput.init) }, forKey: .rules)
        try container.encode(state.subscriberCount, forKey: .subscribers)
        try container.encode(state.isSubscribed, forKey: .subscribed)
        try container.encode(state.isNSFW, forKey: .isNSFW)
        try container.encode(state.created?.timeIntervalSince1970, forKey: .created)
        try container.encode(state.age(at: now).map { $0 / .seconds(1) }, forKey: .age)
        try container.encode(error.map(ErrorOutput.init), forKey: .error)
    }
}

/// A rule as the commands print it.
struct RuleOutput: Encodable {
    let rule: CommunityRule

    enum CodingKeys: CodingKey {
        case title, text
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(rule.title, forKey: .title)
        try container.encode(rule.text, forKey: .text)
    }
}
