import AppScreens
import Community
import Core
import Foundation
import PostFeatures
import ScreenKit

/// The path of a picture on this device, as it is typed.
@MainActor
final class PicturePath {
    private struct State: Equatable {
        var path = ""
        var problem: String?
    }

    private let context: CommunityContext
    private let state = ObservableValue(State())
    /// The field in which it is typed.
    let field: LineField

    /// Creates an empty path.
    ///
    /// - Parameter context: What all screens share.
    init(_ context: CommunityContext) {
        self.context = context
        let state = state
        field = LineField(
            context.text(.path), value: { state.value.path },
            set: { text in state.update { ($0.path, $0.problem) = (text, nil) } },
            note: { state.value.problem.map { StyledText($0, .problem) } })
    }

    /// Whether there is something to read.
    var isTyped: Bool { !state.value.path.isEmpty }

    func follow(_ changed: @escaping @MainActor @Sendable () -> Void) -> ObservationToken {
        state.observe { _ in changed() }
    }

    /// Reads the file; one that cannot be read is said below the field.
    ///
    /// - Returns: The bytes and the name of the file; nil where it cannot be read.
    func read() async -> (data: Data, name: String)? {
        let file = URL(filePath: NSString(string: state.value.path).expandingTildeInPath)
        do {
            // Beside the screen: a slow disk keeps nobody from typing.
            return (try await Task.detached { try Self.data(of: file) }.value, file.lastPathComponent)
        } catch {
            state.update { $0.problem = context.text(.unreadable) }
            return nil
        }
    }

    /// The most bytes that are read; no picture of a camera has more.
    nonisolated private static let limit = 200 << 20

    /// The bytes of a file; one that never ends, such as a device, is none.
    nonisolated private static func data(of file: URL) throws -> Data {
        let values = try file.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])
        guard values.isRegularFile == true, values.fileSize ?? 0 <= limit else { throw CocoaError(.fileReadUnknown) }
        return try Data(contentsOf: file)
    }
}

/// The form in which a person names the file of a picture that is added to something.
@MainActor
final class PicturePathForm: FormModel {
    private let context: CommunityContext
    private let path: PicturePath
    private let add: (Data, String) async -> Void
    private let busy = ObservableValue(false)

    /// Creates the form.
    ///
    /// - Parameters:
    ///   - context: What all screens share.
    ///   - add: Takes the bytes of the file, and its name.
    init(_ context: CommunityContext, add: @escaping (Data, String) async -> Void) {
        self.context = context
        self.add = add
        path = PicturePath(context)
    }

    var title: String { context.text(.addPicture) }
    var button: String { context.text(.addPicture) }
    var fields: [LineField] { [path.field] }
    var canSubmit: Bool { path.isTyped && !busy.value }
    var isBusy: Bool { busy.value }
    var banner: Banner? { nil }

    func follow(_ changed: @escaping @MainActor @Sendable () -> Void) -> [ObservationToken] {
        [busy.observe { _ in changed() }, path.follow(changed)]
    }

    func submit() async -> ScreenChange<CommunityAction> {
        busy.update { $0 = true }
        defer { busy.update { $0 = false } }
        guard let file = await path.read() else { return .none }
        await add(file.data, file.name)
        return .close
    }
}
